#include "store/wide_tables.hpp"

#include <map>

namespace skald {
namespace {

struct WideTable {
  std::string name;
  std::string key;     // its primary key
  std::string prefix;  // of its columns
  std::string type;    // of its columns
  std::string names;   // the table with one row per column
  std::string rows;    // the table with one row per row
  std::string lookup;  // finds a value when followed by the id of its column
};

WideTable wide_axes() {
  return {"wide_axes",
          "cell",
          "axis_",
          "ANY",
          "axis_names",
          "cells",
          "SELECT value FROM axes WHERE axes.cell = cells.id AND axes.axis = "};
}

WideTable wide_metrics() {
  return {"wide_metrics",
          "run",
          "metric_",
          "REAL",
          "metrics",
          "runs",
          "SELECT last FROM summary WHERE summary.run = runs.id AND summary.metric = "};
}

// The names of the columns there should be, each with the id it is for. Ids are read as integers,
// so that nothing a crafted file may hold in their place becomes SQL text.
std::map<std::string, std::string> column_ids(const Connection& connection,
                                              const WideTable& table) {
  std::map<std::string, std::string> ids;
  Statement statement = connection.prepare("SELECT id FROM " + table.names);
  while (statement.step()) {
    const std::string id = std::to_string(statement.integer(0));
    ids.emplace(table.prefix + id, id);
  }
  return ids;
}

void add_columns(Connection& connection, const WideTable& table) {
  std::map<std::string, std::string> missing = column_ids(connection, table);
  Statement info = connection.prepare("SELECT name FROM pragma_table_info(?)");
  info.with(table.name);
  while (info.step()) missing.erase(std::string(info.text(0)));
  info.reset();
  for (const auto& [column, id] : missing) {
    connection.execute("ALTER TABLE " + table.name + " ADD COLUMN " + column + " " + table.type);
  }
}

// The statement that fills the rows that `condition` ("JOIN ... WHERE ...") selects.
std::string fill_sql(const Connection& connection, const WideTable& table,
                     const std::string& condition) {
  std::string columns = table.key;
  std::string values = table.rows + ".id";
  for (const auto& [column, id] : column_ids(connection, table)) {
    columns += ", " + column;
    values += ", (" + table.lookup + id + ")";
  }
  return "INSERT OR REPLACE INTO " + table.name + " (" + columns + ") SELECT " + values + " FROM " +
         table.rows + " " + condition;
}

}  // namespace

std::string axis_column(std::int64_t id) { return "wide_axes.axis_" + std::to_string(id); }
std::string metric_column(std::int64_t id) { return "wide_metrics.metric_" + std::to_string(id); }

void add_wide_columns(Connection& connection) {
  add_columns(connection, wide_axes());
  add_columns(connection, wide_metrics());
}

void fill_wide_axes(Connection& connection) {
  connection.execute(fill_sql(connection, wide_axes(), ""));
}

void fill_wide_axes(Connection& connection, std::int64_t study) {
  const std::string condition = "JOIN study_cells ON study_cells.cell = cells.id WHERE study = ?";
  connection.prepare(fill_sql(connection, wide_axes(), condition)).run(study);
}

// Every run that was there has its row, and a new run's id is beyond all others.
void fill_wide_metrics(Connection& connection) {
  const std::string condition = "WHERE id > (SELECT coalesce(max(run), 0) FROM wide_metrics)";
  connection.execute(fill_sql(connection, wide_metrics(), condition));
}

}  // namespace skald
