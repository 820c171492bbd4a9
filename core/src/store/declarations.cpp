#include "store/declarations.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "store/columns.hpp"
#include "store/run_table.hpp"
#include "store/seals/declaration_seals.hpp"

namespace skald::store {
namespace {

void bind_axis(Statement& statement, std::int64_t cell, std::int64_t axis,
               const record::StoredValue& value) {
  std::visit([&](const auto& v) { statement.run(cell, axis, v); }, value);
}

// Finds the ids of axes by path: reads those in the file and adds new ones.
class AxisIds {
 public:
  explicit AxisIds(Connection& connection)
      : connection_(connection),
        add_(connection.prepare("INSERT INTO axis_names (path, column_name) VALUES (?, ?)")) {
    Statement statement = connection.prepare("SELECT path, id FROM axis_names");
    while (statement.step()) ids_.emplace(statement.text(0), statement.integer(1));
  }

  std::int64_t id(const std::string& path) {
    const auto found = ids_.find(path);
    if (found != ids_.end()) return found->second;
    require_name(path, "axis path");
    add_.run(path, path);
    has_new_ = true;
    return ids_.emplace(path, connection_.last_insert_id()).first->second;
  }

  bool has_new() const { return has_new_; }

 private:
  Connection& connection_;
  Statement add_;
  std::map<std::string, std::int64_t, std::less<>> ids_;
  bool has_new_ = false;
};

std::int64_t write_study(Connection& connection, const record::StudyRecord& study) {
  require_name(study.name, "study name");
  connection
      .prepare(
          "INSERT INTO studies (name, document, created) VALUES (?, ?, ?)"
          " ON CONFLICT (name) DO UPDATE SET document = excluded.document")
      .run(study.name, study.document, record::to_text(record::now()));
  const std::int64_t id = connection.prepare("SELECT id FROM studies WHERE name = ?")
                              .first<std::int64_t>(study.name)
                              .value();
  connection.prepare("DELETE FROM cell_decisions WHERE study = ?").run(id);
  return id;
}

void write_metrics(Connection& connection, std::int64_t study, std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  const auto before = connection.column<std::string>(
      "SELECT name FROM study_metrics WHERE study = ? ORDER BY name", study);
  if (before == names) return;
  connection.prepare("DELETE FROM study_metrics WHERE study = ?").run(study);
  Statement add = connection.prepare("INSERT INTO study_metrics (study, name) VALUES (?, ?)");
  for (const std::string& name : names) add.run(study, name);
}

// Keeps the document that the study has, if another is to take its place.
void keep_document(Connection& connection, const record::StudyRecord& study) {
  connection
      .prepare(
          "INSERT INTO former_documents (study, position, document, replaced)"
          " SELECT id, (SELECT count(*) FROM former_documents WHERE study = studies.id), document,"
          " ?3 FROM studies WHERE name = ?1 AND document <> ?2")
      .run(study.name, study.document, record::to_text(record::now()));
}

// The cells that a study declares.
class StudyCells {
 public:
  StudyCells(const Connection& connection, std::int64_t study)
      : study_(study),
        declare_(connection.prepare(
            "INSERT INTO study_cells (study, cell, position, reference, origin, replicates)"
            " VALUES (?1, ?2, ?5, ?6, ?3, ?4) ON CONFLICT (study, cell) DO UPDATE SET"
            " reference = CASE WHEN position < 0 THEN excluded.reference"
            " ELSE min(reference, excluded.reference) END,"
            " position = CASE WHEN position < 0 THEN excluded.position ELSE position END,"
            " origin = excluded.origin, replicates = excluded.replicates")),
        leave_(connection.prepare("DELETE FROM study_cells WHERE study = ? AND position < 0")) {
    connection.prepare("UPDATE study_cells SET position = -1 WHERE study = ?").run(study);
  }

  void add(std::int64_t cell, std::int64_t position, const record::CellRecord& record) {
    declare_.run(study_, cell, record.origin, record.replicates, position, record.reference);
  }

  // To be called after all were added: the others have left the grid.
  void end() { leave_.run(study_); }

 private:
  std::int64_t study_;
  Statement declare_, leave_;
};

}  // namespace

std::int64_t declare_study(Connection& connection, const record::StudyRecord& study,
                           std::span<const record::CellRecord> cells,
                           std::span<const std::int64_t> positions) {
  keep_document(connection, study);
  const std::int64_t study_id = write_study(connection, study);
  write_metrics(connection, study_id, study.metrics);
  StudyCells declared(connection, study_id);
  AxisIds axes(connection);
  Statement add_cell = connection.prepare(
      "INSERT INTO cells (hash, canonical_json) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING");
  Statement find_cell = connection.prepare("SELECT id FROM cells WHERE hash = ?");
  Statement add_axis = connection.prepare(
      "INSERT INTO axes (cell, axis, value) VALUES (?, ?, ?)"
      " ON CONFLICT (cell, axis) DO UPDATE SET value = excluded.value");
  std::size_t position = 0;
  for (const auto& cell : cells) {
    add_cell.run(cell.hash, cell.canonical_json);
    const std::int64_t cell_id = find_cell.first<std::int64_t>(cell.hash).value();
    const std::int64_t place =
        positions.empty() ? static_cast<std::int64_t>(position) : positions[position];
    declared.add(cell_id, place, cell);
    ++position;
    for (const auto& axis : cell.axes) bind_axis(add_axis, cell_id, axes.id(axis.path), axis.value);
  }
  declared.end();
  if (axes.has_new()) rewrite_run_table(connection);
  seal_declarations(connection);
  return study_id;
}

void record_decisions(Connection& connection, std::int64_t study,
                      std::span<const record::DecisionRecord> decisions) {
  const std::string columns = record_columns<record::DecisionRecord>();
  Statement write =
      connection.prepare("INSERT OR REPLACE INTO cell_decisions (study, cell, rival, " + columns +
                         ") VALUES (?, (SELECT id FROM cells WHERE hash = ?), (SELECT id FROM "
                         "cells WHERE hash = ?), " +
                         parameters(columns) + ")");
  for (const record::DecisionRecord& d : decisions) write.run(study, d.cell, d.rival, d);
}

void record_rungs(Connection& connection, std::int64_t study,
                  std::span<const record::RungRecord> rungs) {
  const std::string columns = record_columns<record::RungRecord>();
  Statement write = connection.prepare("INSERT OR REPLACE INTO rungs (study, cell, " + columns +
                                       ") VALUES (?, (SELECT id FROM cells WHERE hash = ?), " +
                                       parameters(columns) + ")");
  for (const record::RungRecord& r : rungs) write.run(study, r.cell, r);
}

void declare_metrics(Connection& connection, std::span<const record::MetricRecord> metrics) {
  Statement find = connection.prepare("SELECT units, better FROM metrics WHERE name = ?");
  Statement add = connection.prepare(
      insert_sql("metrics (column_name, " + record_columns<record::MetricRecord>() + ")"));
  Statement redefine = connection.prepare(
      "UPDATE metrics SET definition = ?, scale = ?, predictive = ?, exact = ? WHERE name = ?");
  bool has_new = false;
  for (const auto& metric : metrics) {
    if (!find.with(metric.name).step()) {
      require_name(metric.name, "metric name");
      add.run(metric.name, metric);
      has_new = true;
      continue;
    }
    const bool agrees = find.text(0) == metric.units && find.text(1) == name_of(metric.better);
    if (!agrees) {
      throw std::invalid_argument(
          connection.file().string() + ": the metric \"" + metric.name +
          "\" is stored in units \"" + std::string(find.text(0)) + "\", better " +
          std::string(find.text(1)) + ", but is now \"" + metric.units + "\", better " +
          std::string(name_of(metric.better)) + "; use a new file or another name");
    }
    redefine.run(metric.definition, metric.scale, metric.predictive, metric.exact, metric.name);
  }
  find.reset();
  if (has_new) rewrite_run_table(connection);
  seal_declarations(connection);
}

}  // namespace skald::store
