// skald publish DATABASE -o OUT: a copy for others, with what eps covers and nothing else.
#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "account/account_text.hpp"
#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "database/open_database.hpp"
#include "json/json.hpp"
#include "record/uncovered_series.hpp"
#include "run/accounts/stored_columns.hpp"
#include "store/database_check.hpp"
#include "store/publishing/published_copy.hpp"
#include "system/exit_code.hpp"
#include "system/standard_streams.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"

namespace skald {
namespace {

constexpr std::size_t kToldWidth = 78;

// What the copy reveals, and what it does not.
constexpr std::array kTold{
    "It reveals the covered columns of these runs, what each of them was (cells, options, the grid "
    "without seeds), and how many there are. Each run's eps is for itself: skald account grid GRID "
    "adds up those of a study. Removed are seeds, digests of files, hashes by which the runs could "
    "be found again, times, machines, folders of plugins, artifacts, vectors, notes, audits, and "
    "what the runs' "
    "statements call not covered, metrics on clients' own test rows among it. Metrics on other "
    "test "
    "rows are in it: eps covers them for the rows trained on, and nothing protects the test rows, "
    "also of a private file of which some rows were held out.",
    "If noise came from a seed, which the statements say, whoever guesses the seed subtracts it: "
    "eps holds for a simulation alone. A release needs noise from the operating system "
    "(discrete_gaussian with \"release\": true)."};

struct PublishCommand {
  std::string database;
  std::string output;
};

std::vector<std::string_view> covered_events() {
  std::vector<std::string_view> kinds;
  for (const run::StoredColumn& text : run::kStoredTexts) {
    if (text.source < run::FunctionOf::rows) kinds.push_back(text.name);
  }
  return kinds;
}

json::JsonValue without_seeds(json::JsonValue value) {
  std::erase_if(value.members, [](const json::JsonMember& member) { return member.key == "seed"; });
  for (json::JsonMember& member : value.members)
    member.value = without_seeds(std::move(member.value));
  for (json::JsonValue& item : value.items) item = without_seeds(std::move(item));
  return value;
}

// From the seed follow noise and samples.
std::string document_without_seeds(std::string_view document) {
  return json::write_json_indented(without_seeds(json::parse_json(document, "").root)) + "\n";
}

// Folders are this machine's.
std::string plugins_without_folders(std::string_view plugins) {
  json::JsonValue all = json::parse_json(plugins, "").root;
  for (json::JsonValue& plugin : all.items) {
    for (json::JsonMember& member : plugin.members) {
      if (member.key != "file") continue;
      member.value.text = std::filesystem::path(member.value.text).filename().string();
    }
  }
  return json::write_json(all);
}

void print_guarantees(const store::StoreReader& copy) {
  const record::ResultTable found = copy.query(
      "SELECT s.name, l.eps_spent, count(*) FROM runs AS r JOIN studies AS s ON s.id = r.study "
      "JOIN ledger AS l ON l.run = r.id GROUP BY s.name, l.eps_spent ORDER BY 1, 2");
  for (const auto& row : found.rows) {
    print_out("  {}: {} of eps {} each\n", std::get<std::string>(row[0]),
              text::counted(std::get<std::int64_t>(row[2]), "run"),
              text::number_text(std::get<double>(row[1]), 6));
  }
}

int publish(const PublishCommand& command) {
  const store::StoreReader reader = open_reader(command.database);
  for (const std::string& study : reader.studies()) store::require_sound(reader, study);
  const std::vector<std::string_view> events = covered_events();
  const store::PublishedRuns published = store::write_published(
      reader, command.output,
      {events, record::uncovered_series, document_without_seeds, plugins_without_folders});
  print_out("{}: {}; {} were left out, which have no result, no finite eps, or no grid\n",
            command.output, text::counted(published.runs, "run"), published.left_out);
  print_guarantees(open_reader(command.output));
  for (const char* told : kTold) print_out("\n{}\n", text::wrapped(told, kToldWidth, 0));
  return kOk;
}

}  // namespace

void add_publish(CLI::App& app, Action& chosen) {
  const auto [line, command] = add_command(
      app, chosen, "publish", "copy what eps covers of a database, to show it to others", publish);
  line.add_option("database", command.database, "results database")->required();
  line.add_option("-o,--output", command.output, "file that is written; it must not exist")
      ->required();
}

}  // namespace skald
