#include "database/run_tables.hpp"

#include "report/vector_table.hpp"

namespace skald {

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
