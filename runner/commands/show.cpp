// skald show DATABASE HASH: prints the provenance of a run: options, plugins, data, machine, and
// its results.
#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "database/open_database.hpp"
#include "database/samples.hpp"
#include "database/stored_audits.hpp"
#include "database/stored_run.hpp"
#include "json/json.hpp"
#include "report/table_writer.hpp"
#include "system/exit_code.hpp"
#include "system/print_table.hpp"
#include "system/standard_streams.hpp"
#include "text/printable.hpp"

namespace skald {
namespace {

constexpr std::size_t kShownWidth = 80;

struct ShowCommand {
  std::string database;
  std::string hash;  // beginning of the run's hash
  std::string format = "table";
};

// Returns JSON indented over several lines, other values as tables show them.
std::string value_text(const record::SqlValue& value) {
  const auto* text = std::get_if<std::string>(&value);
  if (text == nullptr) return report::format_value(value);
  if (text->empty() || (text->front() != '{' && text->front() != '[')) return *text;
  const json::JsonDocument json = json::parse_json(*text, "");
  return json.readable && json.diagnostics.empty() ? json::write_json_indented(json.root) : *text;
}

void print_privacy(const store::StoreReader& reader, const std::string& hash) {
  const record::ResultTable statements = privacy_of(reader, hash);
  for (const auto& row : statements.rows) {
    print_out("\n{}\n{}\n", report::format_value(row[0]),
              text::printable(text::wrapped(report::format_value(row[1]), kShownWidth, 0)));
  }
}

void print_audits(const store::StoreReader& reader, const std::string& hash) {
  const record::ResultTable audits = audits_of_run(reader, hash);
  for (std::size_t row = 0; row < audits.rows.size(); ++row) {
    print_out("\naudit\n{}\n",
              text::printable(text::wrapped(audit_words(audits, row), kShownWidth, 0)));
  }
}

// Returns why the run's cell gets no more replicates, per study, if that is decided.
record::ResultTable decisions(const store::StoreReader& reader, const std::string& hash) {
  return reader.select(
      "SELECT study, replicates AS decided_by_replicates, reason, metric, statistic, threshold, "
      "substr(rival, 1, 12) AS rival, rung FROM decisions WHERE cell = (SELECT c.hash FROM runs r "
      "JOIN "
      "cells c ON c.id = r.cell WHERE r.hash = ?) ORDER BY study",
      hash);
}

int show(const ShowCommand& command) {
  const store::StoreReader reader = open_reader(command.database);
  const std::string hash = find_run(reader, command.hash);
  reader.require_whole(hash);
  const report::TableFormat format = report::table_format(command.format);
  if (format != report::TableFormat::text) {
    print_table(provenance_of(reader, hash), format);
    return kOk;
  }
  const StoredRun run(reader, hash);
  for (const auto& [name, value] : run.columns()) {
    if (std::holds_alternative<std::monostate>(value)) continue;
    print_out("{:<16} {}\n", name, text::printable(value_text(value), "  "));
  }
  if (const auto samples = stored_samples(reader, hash)) {
    print_out("{:<16} {}\n", "samples", text::printable(value_text(samples->text), "  "));
  }
  print_out("\n{}", report::format_table(final_values_of(reader, hash), format));
  for (const record::ResultTable& table :
       {vectors_of(reader, hash), events_of(reader, hash), decisions(reader, hash),
        metric_seconds_of(reader, hash)}) {
    if (!table.rows.empty()) print_out("\n{}", report::format_table(table, format));
  }
  print_privacy(reader, hash);
  print_audits(reader, hash);
  return kOk;
}

}  // namespace

void add_show(CLI::App& app, Action& chosen) {
  const auto [line, command] = add_command(
      app, chosen, "show", "the provenance of a run: options, plugins, data, machine", show);
  line.add_option("database", command.database, "results database")->required();
  line.add_option("hash", command.hash, "the run's hash, or its first digits")->required();
  add_format(line, command.format);
}

}  // namespace skald
