#include "database/stored_run.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "report/report_table.hpp"
#include "system/provenance.hpp"

namespace skald {
namespace {

bool is_hexadecimal(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789abcdef") == text.npos;
}

std::string program(const std::string& version, const std::string& commit,
                    const std::string& dirty) {
  record::EnvironmentRecord environment;
  environment.skald_version = version;
  environment.git_commit = commit;
  environment.git_dirty = dirty;
  return program_of(environment);
}

}  // namespace

std::string find_run(const store::StoreReader& reader, std::string_view start) {
  const std::string text(start);
  if (!is_hexadecimal(start)) {
    throw std::invalid_argument("\"" + text +
                                "\" is no hash of a run: expected the first digits of one, in "
                                "lower-case hexadecimal");
  }
  const auto rows =
      reader.select("SELECT hash FROM runs WHERE hash >= ? AND hash < ? LIMIT 2", text, text + "g")
          .rows;
  if (rows.empty()) {
    throw std::invalid_argument("no run in " + reader.file().string() +
                                " has a hash that begins with " + text);
  }
  if (rows.size() > 1) {
    throw std::invalid_argument("several runs have a hash that begins with " + text +
                                ": give more digits");
  }
  return std::get<std::string>(rows[0][0]);
}

record::ResultTable provenance_of(const store::StoreReader& reader, const std::string& hash) {
  return reader.select("SELECT * FROM provenance WHERE hash = ?", hash);
}

StoredRow::StoredRow(const record::ResultTable& table, std::size_t row) {
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    columns_.emplace_back(table.columns[i], table.rows.at(row)[i]);
  }
}

const record::SqlValue& StoredRow::value(std::string_view column) const {
  for (const auto& [name, value] : columns_) {
    if (name == column) return value;
  }
  throw std::out_of_range("there is no column " + std::string(column));
}

const std::string& StoredRow::text(std::string_view column) const {
  return std::get<std::string>(value(column));
}

std::int64_t StoredRow::integer(std::string_view column) const {
  return std::get<std::int64_t>(value(column));
}

double StoredRow::real(std::string_view column) const { return std::get<double>(value(column)); }

bool StoredRow::has(std::string_view column) const {
  return !std::holds_alternative<std::monostate>(value(column));
}

std::string programs_of(const store::StoreReader& reader, const std::string& study) {
  const record::ResultTable found = reader.select(
      "SELECT e.skald_version, e.git_commit, e.git_dirty, count(*) FROM studies"
      " JOIN current_runs AS r ON r.study = studies.id JOIN environments AS e ON e.id = "
      "r.environment"
      " WHERE studies.name = ? GROUP BY 1, 2, 3 ORDER BY 4 DESC, min(r.id)",
      study);
  std::string text;
  for (const auto& row : found.rows) {
    const auto runs = std::get<std::int64_t>(row[3]);
    text += text.empty() ? fmt::format("{} run{} of {} by ", runs, runs == 1 ? "" : "s", study)
                         : fmt::format("; {} by ", runs);
    text += program(std::get<std::string>(row[0]), std::get<std::string>(row[1]),
                    std::get<std::string>(row[2]));
  }
  return text;
}

std::string program_of(const StoredRun& run) {
  return program(run.text("skald_version"), run.text("git_commit"), run.text("git_dirty"));
}

using record::ResultTable;

ResultTable final_values_of(const store::StoreReader& reader, const std::string& hash) {
  return reader.select(
      "SELECT m.name AS metric, e.value AS value, e.mean AS mean_after_burn_in, m.units AS units"
      " FROM (SELECT metric, last AS value, mean FROM summary"
      " WHERE run = (SELECT id FROM runs WHERE hash = ?1) UNION ALL SELECT metric, value, NULL"
      " FROM run_costs WHERE run = (SELECT id FROM runs WHERE hash = ?1) AND value NOT NULL) AS e"
      " JOIN metrics AS m ON m.id = e.metric ORDER BY m.name",
      hash);
}

ResultTable metric_seconds_of(const store::StoreReader& reader, const std::string& hash) {
  return reader.select(
      "SELECT e.key AS metric, e.value AS seconds FROM artifacts a, "
      "json_each(CAST(a.content AS TEXT)) e WHERE a.name = ? AND "
      "a.run = (SELECT id FROM runs WHERE hash = ?) ORDER BY e.value DESC, e.key",
      std::string(kMetricSecondsArtifact), hash);
}

ResultTable vectors_of(const store::StoreReader& reader, const std::string& hash) {
  const std::vector<record::VectorSeriesRecord> vectors = reader.vectors(hash);
  std::vector<std::string> clients;
  if (vectors.empty()) return report::vector_table(vectors);
  const ResultTable names = reader.select(
      "SELECT e.value FROM artifacts a, json_each(CAST(a.content AS TEXT), '$.names') e WHERE "
      "a.name = 'label_histogram' AND a.run = (SELECT id FROM runs WHERE hash = ?) ORDER BY e.key",
      hash);
  for (const auto& row : names.rows)
    if (const auto* name = std::get_if<std::string>(&row[0])) clients.push_back(*name);
  return report::vector_table(vectors, clients);
}

ResultTable events_of(const store::StoreReader& reader, const std::string& hash) {
  return reader.select(
      "SELECT iteration, kind, message FROM events WHERE kind NOT IN ('privacy', 'noise') AND run "
      "= (SELECT id "
      "FROM runs WHERE hash = ?) ORDER BY position",
      hash);
}

ResultTable privacy_of(const store::StoreReader& reader, const std::string& hash) {
  return reader.select(
      "SELECT kind, message FROM events WHERE kind IN ('privacy', 'noise') AND run = (SELECT id "
      "FROM runs WHERE hash = ?) ORDER BY kind, position",
      hash);
}

}  // namespace skald
