// skald show DATABASE HASH: everything that made one run, and what came out.
#include <fmt/core.h>

#include "commands.hpp"
#include "exit_code.hpp"
#include "grid/json.hpp"
#include "open_reader.hpp"
#include "printable.hpp"
#include "samples.hpp"
#include "store/format_table.hpp"
#include "stored_run.hpp"

namespace skald {
namespace {

// JSON is shown over several lines, other values as tables show them.
std::string shown(const SqlValue& value) {
  const auto* text = std::get_if<std::string>(&value);
  if (text == nullptr) return format_value(value);
  if (text->empty() || (text->front() != '{' && text->front() != '[')) return *text;
  const JsonDocument json = parse_json(*text, "");
  return json.readable && json.diagnostics.empty() ? write_json_indented(json.root) : *text;
}

ResultTable finals(const StoreReader& reader, const std::string& hash) {
  return reader.select(
      "SELECT metric, value, mean_after_burn_in, units FROM final_metrics WHERE hash = ? ORDER BY "
      "metric",
      hash);
}

ResultTable events(const StoreReader& reader, const std::string& hash) {
  return reader.select(
      "SELECT iteration, kind, message FROM events WHERE run = (SELECT id FROM runs WHERE hash = "
      "?) "
      "ORDER BY position",
      hash);
}

}  // namespace

int show(const ShowCommand& command) {
  const StoreReader reader = open_reader(command.database);
  const std::string hash = find_run(reader, command.hash);
  const TableFormat format = table_format(command.format);
  if (format != TableFormat::text) {
    fmt::print("{}", format_table(provenance_of(reader, hash), format));
    return kOk;
  }
  const StoredRun run(reader, hash);
  for (const auto& [name, value] : run.columns()) {
    if (std::holds_alternative<std::monostate>(value)) continue;
    fmt::print("{:<16} {}\n", name, printable(shown(value), "  "));
  }
  if (const auto samples = stored_samples(reader, hash)) {
    fmt::print("{:<16} {}\n", "samples", printable(shown(samples->text), "  "));
  }
  fmt::print("\n{}", format_table(finals(reader, hash), format));
  const ResultTable happened = events(reader, hash);
  if (!happened.rows.empty()) fmt::print("\n{}", format_table(happened, format));
  return kOk;
}

}  // namespace skald
