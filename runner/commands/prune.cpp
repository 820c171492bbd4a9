// skald prune DATABASE: removes the runs that have been superseded.
#include <fmt/core.h>

#include <filesystem>

#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "database/open_database.hpp"
#include "database/samples.hpp"
#include "engine/sample_file.hpp"
#include "store/store.hpp"
#include "sweep/inventory.hpp"
#include "system/exit_code.hpp"
#include "system/program.hpp"
#include "system/standard_streams.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

struct PruneCommand {
  std::string database;
  bool yes = false;  // if false, only says what would be removed
  bool allow_network_file_system = false;
};

// Returns the number of superseded runs by status.
Counts outdated_runs(const store::StoreReader& reader) {
  Counts counts;
  const record::ResultTable table = reader.query(
      "SELECT status, count(*) FROM runs WHERE id NOT IN (SELECT id FROM current_runs)"
      " GROUP BY status");
  for (const auto& row : table.rows) {
    counts[std::get<std::string>(row[0])] =
        static_cast<std::size_t>(std::get<std::int64_t>(row[1]));
  }
  return counts;
}

std::int64_t outdated_audits(const store::StoreReader& reader) {
  return std::get<std::int64_t>(
      reader.query("SELECT count(*) FROM cell_audits WHERE id NOT IN (SELECT audit FROM audits)")
          .rows[0][0]);
}

void remove_samples(const std::filesystem::path& database, const std::vector<std::string>& runs) {
  std::error_code ignored;
  for (const auto& file : samples_without_run(store::StoreReader(database)))
    std::filesystem::remove(file, ignored);
  for (const std::string& hash : runs) remove_unfinished_samples(database, hash);
}

// Says what would be removed: "2 runs ... (ok 2) and 3 arrays ..."; "" if nothing would.
std::string removable(const store::StoreReader& reader) {
  std::string text;
  const Counts runs = outdated_runs(reader);
  if (total(runs) > 0) {
    text = fmt::format("{} that no grid declares any more ({})", text::counted(total(runs), "run"),
                       listed(runs));
  }
  if (const std::int64_t audits = outdated_audits(reader); audits > 0) {
    text += fmt::format("{}{} of cells or seeds that are no current ones",
                        text.empty() ? "" : " and ", text::counted(audits, "audit"));
  }
  if (const std::size_t arrays = samples_without_run(reader).size(); arrays > 0) {
    text += fmt::format("{}{} of draws without a run", text.empty() ? "" : " and ",
                        text::counted(static_cast<std::int64_t>(arrays), "array"));
  }
  return text;
}

int prune(const PruneCommand& command) {
  std::string found;
  {
    const store::StoreReader reader = open_reader(command.database);
    found = removable(reader);
  }
  if (found.empty()) {
    print_out("{}: every run is of a cell that a grid declares; nothing to remove\n",
              command.database);
    return kOk;
  }
  if (!command.yes) {
    print_out("{}: {}; skald prune {} --yes removes them\n", command.database, found,
              shell_word(command.database));
    return kOk;
  }
  store::Store store = open_store(command.database, command.allow_network_file_system);
  remove_samples(store.file(), store.prune());
  print_out("{}: {} removed\n", command.database, found);
  return kOk;
}

}  // namespace

void add_prune(CLI::App& app, Action& chosen) {
  const auto [line, command] =
      add_command(app, chosen, "prune", "remove the runs that no grid declares any more", prune);
  line.add_option("database", command.database, "results database")->required();
  line.add_flag("--yes", command.yes, "remove them (default: say what would go)");
  add_network_option(line, command.allow_network_file_system);
}

}  // namespace skald
