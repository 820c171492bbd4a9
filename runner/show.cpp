// skald show DATABASE HASH: everything that made one run, and what came out.
#include <fmt/core.h>

#include <algorithm>

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

// But what is said of privacy, which is no short message.
ResultTable events(const StoreReader& reader, const std::string& hash) {
  return reader.select(
      "SELECT iteration, kind, message FROM events WHERE kind != 'privacy' AND run = (SELECT id "
      "FROM runs WHERE hash = ?) ORDER BY position",
      hash);
}

// The paragraph on lines of at most 80 bytes where words allow.
std::string wrapped(const std::string& text) {
  constexpr std::size_t width = 80;
  std::string out;
  std::size_t line = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const bool breaks = line > 0 && line + 1 + (end - at) > width;
    if (line > 0) out += breaks ? '\n' : ' ';
    line = breaks || line == 0 ? end - at : line + 1 + (end - at);
    out += text.substr(at, end - at);
    at = end + 1;
  }
  return out;
}

void print_privacy(const StoreReader& reader, const std::string& hash) {
  const ResultTable statements = reader.select(
      "SELECT message FROM events WHERE kind = 'privacy' AND run = (SELECT id FROM runs WHERE hash "
      "= ?) ORDER BY position",
      hash);
  for (const auto& row : statements.rows) {
    fmt::print("\nprivacy\n{}\n", printable(wrapped(format_value(row[0]))));
  }
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
  print_privacy(reader, hash);
  return kOk;
}

}  // namespace skald
