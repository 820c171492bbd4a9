#include "store/wide_tables.hpp"

#include <set>
#include <utility>

namespace skald::store {
namespace {

struct WideTable {
  std::string name;
  std::string key;     // its primary key
  std::string prefix;  // of its columns
  std::string type;    // of its columns
  std::string names;   // the table with one row per column, and a condition on its rows
  std::string rows;    // the table with one row per row of this one
  std::string lookup;  // finds a value when followed by the id of its column
  std::string values;  // all values: key, id of the column and value, in this order
};

WideTable wide_axes() {
  return {"wide_axes",
          "cell",
          "axis_",
          "ANY",
          "axis_names",
          "cells",
          "SELECT value FROM axes WHERE axes.cell = cells.id AND axes.axis = ",
          "SELECT cell, axis, value FROM axes ORDER BY cell, axis"};
}

WideTable wide_metrics() {
  return {"wide_metrics",
          "run",
          "metric_",
          "REAL",
          "metrics WHERE column_name <> ''",
          "runs",
          "SELECT last FROM summary WHERE summary.run = runs.id AND summary.metric = ",
          "SELECT run, metric, last FROM summary ORDER BY run, metric"};
}

Statement prepare_ids(const Connection& connection, const WideTable& table) {
  return connection.prepare("SELECT id FROM " + table.names + " ORDER BY id");
}

// Returns the ids that the table should have columns for. They are read as integers, so that
// nothing else in a crafted file can become SQL text.
std::vector<std::int64_t> read_ids(Statement& find) {
  std::vector<std::int64_t> ids;
  while (find.step()) ids.push_back(find.integer(0));
  find.reset();
  return ids;
}

std::vector<std::int64_t> column_ids(const Connection& connection, const WideTable& table) {
  Statement find = prepare_ids(connection, table);
  return read_ids(find);
}

std::string column_of(const WideTable& table, std::int64_t id) {
  return table.prefix + std::to_string(id);
}

std::vector<std::string> present_columns(const Connection& connection, const WideTable& table) {
  return connection.column<std::string>("SELECT name FROM pragma_table_info(?) WHERE name <> ?",
                                        table.name, table.key);
}

std::string create_sql(const WideTable& table, std::span<const std::string> columns) {
  std::string sql = "CREATE TABLE " + table.name + " (" + table.key +
                    " INTEGER PRIMARY KEY REFERENCES " + table.rows + " (id) ON DELETE CASCADE";
  for (const std::string& column : columns) sql += ", " + column + " " + table.type;
  return sql + ") STRICT";
}

void make_anew(Connection& connection, const WideTable& table,
               std::span<const std::string> columns) {
  connection.execute("DROP TABLE " + table.name);
  connection.execute(create_sql(table, columns));
}

// Gives the table all its columns at once, since SQLite reads a whole STRICT table to add one. Rows
// keep the values of the columns that stay. Returns whether the table had others.
bool set_columns(Connection& connection, const WideTable& table) {
  std::set<std::string> missing;
  for (const std::int64_t id : column_ids(connection, table)) missing.insert(column_of(table, id));
  const std::vector<std::string> present = present_columns(connection, table);
  std::vector<std::string> columns;
  std::string kept = table.key;
  for (const std::string& column : present) {
    if (missing.erase(column) == 0) continue;  // no longer shown
    columns.push_back(column);
    kept += ", " + column;
  }
  columns.insert(columns.end(), missing.begin(), missing.end());
  if (columns == present) return false;
  connection.execute("CREATE TEMP TABLE kept AS SELECT " + kept + " FROM " + table.name);
  make_anew(connection, table, columns);
  connection.execute("INSERT INTO " + table.name + " (" + kept + ") SELECT " + kept +
                     " FROM temp.kept; DROP TABLE temp.kept");
  return true;
}

// Returns the statement that fills the columns for `ids` of the rows selected by `condition`
// ("JOIN ... WHERE ...").
std::string fill_sql(const WideTable& table, std::span<const std::int64_t> ids,
                     const std::string& condition) {
  std::string columns = table.key;
  std::string values = table.rows + ".id";
  for (const std::int64_t id : ids) {
    columns += ", " + column_of(table, id);
    values += ", (" + table.lookup + std::to_string(id) + ")";
  }
  return "INSERT OR REPLACE INTO " + table.name + " (" + columns + ") SELECT " + values + " FROM " +
         table.rows + " " + condition;
}

// Returns the number of values in which the table differs from its source. Both are read once, in
// parallel.
std::int64_t differing(const Connection& connection, const WideTable& table) {
  const std::vector<std::int64_t> ids = column_ids(connection, table);
  std::string columns = table.key;
  for (const std::int64_t id : ids) columns += ", " + column_of(table, id);
  Statement rows =
      connection.prepare("SELECT " + columns + " FROM " + table.name + " ORDER BY " + table.key);
  Statement values = connection.prepare(table.values);
  bool is_value = values.step();
  std::int64_t count = 0;
  while (rows.step()) {
    const std::int64_t key = rows.integer(0);
    while (is_value && values.integer(0) < key) is_value = values.step();
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const auto is_here = [&] { return is_value && values.integer(0) == key; };
      while (is_here() && values.integer(1) < ids[i]) is_value = values.step();
      const bool has_value = is_here() && values.integer(1) == ids[i];
      const int column = static_cast<int>(i) + 1;
      count += has_value ? rows.value(column) != values.value(2) : !rows.is_null(column);
    }
  }
  return count;
}

const std::string kFormulaValues =
    "SELECT runs.id AS run, axis_names.id AS axis, o.value AS value FROM runs,"
    " json_each(runs.options) AS o JOIN axis_names ON axis_names.path = o.key"
    " WHERE o.type IN ('real', 'integer')";
const std::string kFillFormulas =
    "INSERT OR IGNORE INTO formula_values (run, axis, value) " + kFormulaValues;
const std::string kOfNewRuns = "runs.id > (SELECT coalesce(max(run), 0) FROM wide_metrics)";

}  // namespace

std::string axis_value(std::int64_t id) {
  const std::string axis = axis_column(id);
  return "CASE WHEN " + axis + " >= '=' AND " + axis + " < '>' THEN coalesce((SELECT value FROM" +
         " formula_values AS f WHERE f.run = runs.id AND f.axis = " + std::to_string(id) + "), " +
         axis + ") ELSE " + axis + " END";
}

std::string axis_column(std::int64_t id) { return "wide_axes.axis_" + std::to_string(id); }
std::string metric_column(std::int64_t id) { return "wide_metrics.metric_" + std::to_string(id); }

std::string create_wide_axes_sql(std::span<const std::string> columns) {
  return create_sql(wide_axes(), columns);
}
std::string create_wide_metrics_sql(std::span<const std::string> columns) {
  return create_sql(wide_metrics(), columns);
}

void set_wide_columns(Connection& connection, bool comes_back) {
  if (set_columns(connection, wide_axes())) connection.execute(kFillFormulas);
  set_columns(connection, wide_metrics());
  if (!comes_back) return;
  connection.execute("DELETE FROM wide_metrics");
  WideMetrics(connection).fill();
}

void fill_wide_axes(Connection& connection) {
  const WideTable table = wide_axes();
  connection.execute(fill_sql(table, column_ids(connection, table), ""));
}

void fill_wide_axes(Connection& connection, std::int64_t study) {
  const WideTable table = wide_axes();
  const std::string condition = "JOIN study_cells ON study_cells.cell = cells.id WHERE study = ?";
  connection.prepare(fill_sql(table, column_ids(connection, table), condition)).run(study);
}

WideMetrics::WideMetrics(const Connection& connection)
    : connection_(connection),
      find_columns_(prepare_ids(connection, wide_metrics())),
      fill_formulas_(connection.prepare(kFillFormulas + " AND " + kOfNewRuns)) {}

// Relies on every older run having its row and on a new run's id being the largest. Preparing the
// statement takes longer than filling in the values of a run.
void WideMetrics::fill() {
  std::vector<std::int64_t> columns = read_ids(find_columns_);
  if (!fill_ || columns != columns_) {
    fill_ = connection_.prepare(fill_sql(wide_metrics(), columns, "WHERE " + kOfNewRuns));
    columns_ = std::move(columns);
  }
  fill_formulas_.run();
  fill_->run();
}

std::int64_t wrong_axis_values(const Connection& connection) {
  return differing(connection, wide_axes());
}
std::int64_t wrong_metric_values(const Connection& connection) {
  return differing(connection, wide_metrics());
}

std::int64_t wrong_formula_values(const Connection& connection) {
  const std::string stored = "SELECT run, axis, value FROM formula_values";
  return connection.integer("SELECT count(*) FROM (SELECT * FROM (" + stored + " EXCEPT " +
                            kFormulaValues + ") UNION ALL SELECT * FROM (" + kFormulaValues +
                            " EXCEPT " + stored + "))");
}

}  // namespace skald::store
