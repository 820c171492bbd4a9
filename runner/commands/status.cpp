// skald status DATABASE: lists the studies, how far they are, and who is writing.
#include <algorithm>

#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "database/open_reader.hpp"
#include "grid/document.hpp"
#include "json/json.hpp"
#include "report/format_table.hpp"
#include "store/writer_lock.hpp"
#include "system/exit_code.hpp"
#include "system/print_table.hpp"
#include "system/shell_word.hpp"
#include "system/standard_streams.hpp"

namespace skald {
namespace {

struct StatusCommand {
  std::string database;
  std::string format = "table";
};

// Returns the view of current runs, or the table of all runs if an older file has no such view.
std::string current_runs(const store::StoreReader& reader) {
  const std::vector<std::string> names = reader.views_and_tables();
  const bool has_view = std::find(names.begin(), names.end(), "current_runs") != names.end();
  return has_view ? "current_runs" : "runs";
}

// Returns the number of replicates that the study's document declares.
std::int64_t replicates(const std::string& document) {
  std::vector<json::Diagnostic> ignored;
  return grid::read_grid_document(json::parse_json(document, "").root, ignored).stopping.rules.max;
}

// Returns one row per study: its cells, runs by status, and in `declared` the number of runs that
// its document declares.
record::ResultTable studies(const store::StoreReader& reader) {
  record::ResultTable table = reader.query(
      "SELECT s.name AS study, (SELECT count(*) FROM study_cells c WHERE c.study = s.id) AS cells, "
      "count(r.id) AS runs, s.document AS declared, sum(r.status = 'ok') AS ok, "
      "sum(r.status = 'diverged') AS diverged, "
      "sum(r.status NOT IN ('ok', 'diverged')) AS failed, max(r.ended) AS last_ended "
      "FROM studies s LEFT JOIN study_cells c ON c.study = s.id LEFT JOIN " +
      current_runs(reader) + " r ON r.cell = c.cell GROUP BY s.id ORDER BY s.id");
  for (auto& row : table.rows) {
    row[3] = std::get<std::int64_t>(row[1]) * replicates(std::get<std::string>(row[3]));
  }
  return table;
}

void print_outdated(const store::StoreReader& reader, const std::string& database) {
  if (current_runs(reader) == "runs") return;
  const record::ResultTable count =
      reader.query("SELECT count(*) FROM runs WHERE id NOT IN (SELECT id FROM current_runs)");
  const std::int64_t runs = std::get<std::int64_t>(count.rows[0][0]);
  if (runs == 0) return;
  print_error("{} run{} that no grid means any more; skald prune {} removes them\n", runs,
              runs == 1 ? "" : "s", shell_word(database));
}

int status(const StatusCommand& command) {
  const store::StoreReader reader = open_reader(command.database);
  print_table(studies(reader), report::table_format(command.format));
  print_outdated(reader, command.database);
  const auto writer = store::writer_of(reader.file());
  print_error("{}\n", writer ? "being written by " + *writer : "nobody is writing it");
  return kOk;
}

}  // namespace

void add_status(CLI::App& app, Action& chosen) {
  const auto [line, command] = add_command(
      app, chosen, "status", "studies in a database, how far they are, who is writing", status);
  line.add_option("database", command.database, "results database")->required();
  add_format(line, command.format);
}

}  // namespace skald
