#include "store/run_table.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <vector>

#include "record/costs.hpp"
#include "record/records.hpp"
#include "store/columns.hpp"
#include "store/damage.hpp"
#include "store/seals/declaration_seals.hpp"
#include "store/seals/run_seals.hpp"
#include "text/number_text.hpp"

namespace skald::store {
namespace {

// Returns ids with the names of axes or metrics, which are not yet those of their columns.
std::vector<RunTableColumn> read_names(const Connection& connection, std::string_view sql) {
  std::vector<RunTableColumn> named;
  Statement statement = connection.prepare(sql);
  while (statement.step()) named.push_back({statement.integer(0), std::string(statement.text(1))});
  return named;
}

// Returns the metrics that get a column, at most `room`, in the order of their ids.
std::vector<RunTableColumn> shown_metrics(const Connection& connection, std::size_t room) {
  return read_names(connection, "SELECT id, name FROM (SELECT id, name FROM metrics ORDER BY " +
                                    is_recorded_sql() + ", id LIMIT " + std::to_string(room) +
                                    ") ORDER BY id");
}

std::vector<std::string> names_of(const std::vector<RunTableColumn>& columns) {
  std::vector<std::string> names;
  for (const RunTableColumn& column : columns) names.push_back(column.name);
  return names;
}

// Gives the columns these names, here and in the file.
void rename(Connection& connection, const std::string& table, const std::vector<std::string>& names,
            std::vector<RunTableColumn>& columns) {
  Statement update = connection.prepare("UPDATE " + table + " SET column_name = ? WHERE id = ?");
  for (std::size_t i = 0; i < columns.size(); ++i) {
    columns[i].name = names[i];
    update.run(names[i], columns[i].id);
  }
}

const RunTableColumn* find(std::span<const RunTableColumn> columns, std::string_view name) {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [&](const RunTableColumn& c) { return c.name == name; });
  return found == columns.end() ? nullptr : &*found;
}

bool is_fixed_column(std::string_view name) {
  const auto axes = fixed_axes();
  return std::any_of(axes.begin(), axes.end(), [&](const auto& a) { return a.column == name; });
}

std::string named(const std::string& value, std::string_view name) {
  return ", " + value + " AS " + quote_identifier(name);
}

// The value of the axis in a row of `runs`: of a formula, the number that the run gave it.
std::string axis_value(std::int64_t id) {
  const std::string axis = std::to_string(id);
  return "(SELECT CASE WHEN a.value >= '=' AND a.value < '>' THEN"
         " coalesce((SELECT CAST(o.value AS REAL) FROM json_each(runs.options) AS o WHERE o.key = "
         "(SELECT path FROM axis_names WHERE id = " +
         axis + ") AND o.type IN ('real', 'integer')), a.value) ELSE a.value END" +
         " FROM axes AS a WHERE a.cell = runs.cell AND a.axis = " + axis + ")";
}

// The final value of the metric in a row of `runs`, of one that ended ok.
std::string metric_value(std::int64_t id) {
  return "CASE WHEN runs.status = 'ok' THEN (SELECT last FROM summary WHERE summary.run = runs.id"
         " AND summary.metric = " +
         std::to_string(id) + ") END";
}

constexpr std::string_view of_every_run =
    " (SELECT name FROM studies WHERE id = runs.study) AS study,"
    " runs.id AS run, runs.hash AS hash,"
    " (SELECT hash FROM cells WHERE id = runs.cell) AS cell,"
    " runs.replicate AS replicate, runs.status AS status";

// Returns the columns of axes, metrics and the ledger, each preceded by a comma.
std::string value_columns(std::span<const RunTableColumn> axes,
                          std::span<const RunTableColumn> metrics) {
  std::string sql;
  for (const auto& [path, name] : fixed_axes()) {
    const RunTableColumn* axis = find(axes, name);
    sql += named(axis != nullptr ? axis_value(axis->id) : "NULL", name);
  }
  for (const auto& axis : axes) {
    if (!is_fixed_column(axis.name)) sql += named(axis_value(axis.id), axis.name);
  }
  for (const auto& metric : metrics) {
    if (!record::is_cost(metric.name)) sql += named(metric_value(metric.id), metric.name);
  }
  for (const Cost& cost : kCosts) sql += named("ledger." + std::string(cost.name), cost.name);
  return sql + ", runs.wall_seconds AS wall_seconds";
}

std::string from(std::string_view runs) {
  return " FROM " + std::string(runs) + " LEFT JOIN ledger ON ledger.run = runs.id";
}

}  // namespace

std::string axis_sql(const std::string& table, std::int64_t id) {
  return "(SELECT value FROM axes WHERE axes.cell = " + table +
         ".cell AND axes.axis = " + std::to_string(id) + ")";
}

std::string run_table_sql(std::span<const RunTableColumn> axes,
                          std::span<const RunTableColumn> metrics) {
  const std::string values = value_columns(axes, metrics), runs(of_every_run);
  return "CREATE VIEW run_table AS SELECT" + runs + values + from("current_runs AS runs") +
         "; CREATE VIEW all_runs AS SELECT" + runs +
         ", runs.id IN (SELECT id FROM current_runs) AS is_current, runs.former_of AS former_of" +
         values + from("runs");
}

std::string is_recorded_sql() {
  return "substr(name, 1, " + std::to_string(record::kRecordedPrefix.size()) + ") = '" +
         std::string(record::kRecordedPrefix) + "'";
}

void rewrite_run_table(Connection& connection) {
  auto axes = read_names(connection, "SELECT id, path FROM axis_names ORDER BY id");
  if (axes.size() > kMostColumns) {
    throw std::invalid_argument(connection.file().string() + ": " +
                                text::counted(axes.size(), "axis", "axes") + " are more than the " +
                                std::to_string(kMostColumns) +
                                " columns that run_table can have; use a new file");
  }
  auto metrics = shown_metrics(connection, kMostColumns - axes.size());
  const ColumnNames names = column_names(names_of(axes), names_of(metrics));
  rename(connection, "axis_names", names.axes, axes);
  connection.execute("UPDATE metrics SET column_name = ''");
  rename(connection, "metrics", names.metrics, metrics);
  connection.execute("DROP VIEW IF EXISTS run_table; DROP VIEW IF EXISTS all_runs");
  connection.execute(run_table_sql(axes, metrics));
}

namespace {

constexpr const char* outdated = "id NOT IN (SELECT id FROM current_runs)";

std::vector<std::string> outdated_runs(const Connection& connection) {
  std::vector<std::string> hashes;
  RunSeals seals(connection);
  Statement statement = connection.prepare(std::string("SELECT hash, id FROM runs WHERE ") +
                                           outdated + " ORDER BY id");
  while (statement.step()) {
    hashes.emplace_back(statement.text(0));
    if (seals.values_hold(statement.integer(1))) continue;
    throw DamagedError(connection.file().string() + ": run " + hashes.back() +
                       " is damaged, and perhaps only looks outdated; nothing was removed. " +
                       rescue_text());
  }
  return hashes;
}

}  // namespace

std::vector<std::string> prune_database(Connection& connection) {
  Transaction transaction(connection, Transaction::Kind::write);
  std::vector<std::string> hashes = outdated_runs(connection);
  connection.execute(std::string("DELETE FROM runs WHERE ") + outdated);
  connection.execute("DELETE FROM cell_audits WHERE id NOT IN (SELECT audit FROM audits)");
  connection.execute("DELETE FROM metrics WHERE " + is_recorded_sql() +
                     " AND id NOT IN (SELECT metric FROM summary)"
                     " AND id NOT IN (SELECT metric FROM points)");
  connection.execute(
      "DELETE FROM cells WHERE id NOT IN (SELECT cell FROM study_cells)"
      " AND id NOT IN (SELECT cell FROM runs);"
      "DELETE FROM axis_names WHERE id NOT IN (SELECT axis FROM axes);"
      "DELETE FROM vector_metrics WHERE id NOT IN (SELECT metric FROM vector_points);"
      "DELETE FROM measured WHERE id NOT IN (SELECT measured FROM runs);"
      "DELETE FROM environments WHERE id NOT IN (SELECT environment FROM runs)"
      " AND id NOT IN (SELECT environment FROM cell_audits)");
  rewrite_run_table(connection);
  seal_declarations(connection);
  transaction.commit();
  return hashes;
}

void supersede(Connection& connection, std::int64_t study, std::span<const std::string> hashes) {
  Statement find = connection.prepare("SELECT id FROM runs WHERE hash = ?");
  std::set<std::int64_t> wanted;
  for (const std::string& hash : hashes) {
    if (const auto run = find.first<std::int64_t>(hash)) wanted.insert(*run);
  }
  const auto superseded = connection.column<std::int64_t>(
      "SELECT r.id FROM study_cells AS d JOIN runs AS r ON r.cell = d.cell AND r.origin = d.origin"
      " WHERE d.study = ? AND r.superseded",
      study);
  const std::set<std::int64_t> found(superseded.begin(), superseded.end());
  RunSeals seals(connection);
  Statement mark = connection.prepare("UPDATE runs SET superseded = ? WHERE id = ?");
  const auto set = [&](std::int64_t run, bool is_superseded) {
    const bool holds = seals.hold(run);
    mark.run(is_superseded, run);
    if (holds) seals.seal(run);
  };
  for (const std::int64_t run : found) {
    if (!wanted.contains(run)) set(run, false);
  }
  for (const std::int64_t run : wanted) {
    if (!found.contains(run)) set(run, true);
  }
}

}  // namespace skald::store
