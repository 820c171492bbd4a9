#include "store/run_table.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "store/column_names.hpp"

namespace skald {
namespace {

struct Named {
  std::vector<std::int64_t> ids;
  std::vector<std::string> names;
};

Named read_names(const Connection& connection, std::string_view sql) {
  Named named;
  Statement statement = connection.prepare(sql);
  while (statement.step()) {
    named.ids.push_back(statement.integer(0));
    named.names.emplace_back(statement.text(1));
  }
  return named;
}

std::vector<RunTableColumn> save_names(Connection& connection, std::string_view sql,
                                       const std::vector<std::int64_t>& ids,
                                       const std::vector<std::string>& names) {
  std::vector<RunTableColumn> columns;
  Statement update = connection.prepare(sql);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    update.run(names[i], ids[i]);
    columns.push_back({ids[i], names[i]});
  }
  return columns;
}

bool has_column(std::span<const RunTableColumn> columns, std::string_view name) {
  return std::any_of(columns.begin(), columns.end(), [&](const auto& c) { return c.name == name; });
}

}  // namespace

std::string run_table_sql(std::span<const RunTableColumn> axes,
                          std::span<const RunTableColumn> metrics) {
  std::string sql =
      "CREATE VIEW run_table AS SELECT"
      " (SELECT name FROM studies WHERE id = runs.study) AS study,"
      " runs.id AS run, runs.hash AS hash,"
      " (SELECT hash FROM cells WHERE id = runs.cell) AS cell,"
      " runs.replicate AS replicate, runs.status AS status";
  for (const auto& axis : fixed_axes()) {
    if (!has_column(axes, axis.column)) {
      sql += ", NULL AS " + quote_identifier(axis.column);
    }
  }
  for (const auto& axis : axes) {
    sql += ", (SELECT value FROM axes WHERE axes.cell = runs.cell AND axes.axis = " +
           std::to_string(axis.id) + ") AS " + quote_identifier(axis.name);
  }
  for (const auto& metric : metrics) {
    sql += ", (SELECT last FROM summary WHERE summary.run = runs.id AND summary.metric = " +
           std::to_string(metric.id) + ") AS " + quote_identifier(metric.name);
  }
  for (const auto name : ledger_columns()) {
    if (has_column(metrics, name)) continue;
    sql.append(", ledger.").append(name).append(" AS ").append(name);
  }
  return sql +
         ", runs.wall_seconds AS wall_seconds"
         " FROM runs LEFT JOIN ledger ON ledger.run = runs.id";
}

void rewrite_run_table(Connection& connection) {
  const Named axes = read_names(connection, "SELECT id, path FROM axis_names ORDER BY id");
  const Named metrics = read_names(connection, "SELECT id, name FROM metrics ORDER BY id");
  if (axes.ids.size() + metrics.ids.size() > 1900) {
    throw std::invalid_argument(
        connection.file().string() + ": " + std::to_string(axes.ids.size()) + " axes and " +
        std::to_string(metrics.ids.size()) +
        " metrics are more than the 1900 columns that run_table can have; use a new file");
  }
  const ColumnNames names = column_names(axes.names, metrics.names);
  const auto axis_columns = save_names(
      connection, "UPDATE axis_names SET column_name = ? WHERE id = ?", axes.ids, names.axes);
  const auto metric_columns = save_names(
      connection, "UPDATE metrics SET column_name = ? WHERE id = ?", metrics.ids, names.metrics);
  connection.execute("DROP VIEW IF EXISTS run_table");
  connection.execute(run_table_sql(axis_columns, metric_columns));
}

}  // namespace skald
