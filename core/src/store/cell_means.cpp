#include "store/cell_means.hpp"

#include <string>
#include <vector>

namespace skald::store {
namespace {

// For one cell of a study, the same expressions by which the view compare_seeds computes them for
// all cells whose means are not kept.
constexpr const char* ends_sql =
    "SELECT count(*), coalesce(sum(status = 'diverged'), 0),"
    " coalesce(sum(status NOT IN ('ok', 'diverged')), 0)"
    " FROM current_runs WHERE study = ?1 AND cell = ?2";
constexpr const char* means_sql = R"(
  WITH finals AS (
    SELECT summary.metric AS metric, runs.status = 'ok' AS is_ok,
           CASE WHEN runs.status = 'ok' AND abs(summary.last) < 9e999 THEN summary.last END AS value
    FROM current_runs AS runs JOIN summary ON summary.run = runs.id
    WHERE runs.study = ?1 AND runs.cell = ?2
    UNION ALL
    SELECT costs.metric, runs.status = 'ok',
           CASE WHEN runs.status = 'ok' AND abs(costs.value) < 9e999 THEN costs.value END
    FROM current_runs AS runs JOIN run_costs AS costs ON costs.run = runs.id
    WHERE runs.study = ?1 AND runs.cell = ?2 AND costs.value NOT NULL
      AND costs.name IN (SELECT name FROM study_metrics AS n WHERE n.study = ?1)
  ), means AS (
    SELECT metric, count(value) AS n, sum(is_ok) - count(value) AS non_finite, avg(value) AS mean
    FROM finals GROUP BY metric
  )
  SELECT means.metric, n, non_finite, mean,
         CASE WHEN n > 1 THEN sqrt(sum((value - mean) * (value - mean)) / (n - 1)) END
  FROM means JOIN finals ON finals.metric = means.metric GROUP BY means.metric)";

struct StudyCell {
  std::int64_t study = 0, cell = 0;
};

std::vector<StudyCell> cells_in(const Connection& connection, std::string_view sql) {
  std::vector<StudyCell> cells;
  Statement rows = connection.prepare(sql);
  while (rows.step()) cells.push_back({rows.integer(0), rows.integer(1)});
  return cells;
}

std::string insert_into(const char* table, const char* values) {
  return "INSERT INTO " + std::string(table) + " SELECT ?1, ?2, * FROM (" + values + ")";
}

// Returns whether both statements give the same rows for the cell.
bool are_same(Statement& a, Statement& b, StudyCell of) {
  a.with(of.study, of.cell);
  b.with(of.study, of.cell);
  while (a.step()) {
    if (!b.step()) return false;
    for (int column = 0; column < a.columns(); ++column) {
      if (a.value(column) != b.value(column)) return false;
    }
  }
  return !b.step();
}

}  // namespace

ForgetMeans::ForgetMeans(const Connection& connection)
    : remove_(connection.prepare("DELETE FROM main.cell_ends WHERE cell = ?")) {}

void ForgetMeans::of_cell(std::int64_t cell) { remove_.run(cell); }

void keep_means(Connection& connection, std::chrono::milliseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  const std::vector<StudyCell> cells = cells_in(
      connection,
      "SELECT study, cell FROM study_cells AS d WHERE NOT EXISTS (SELECT 1 FROM cell_ends AS e"
      " WHERE e.study = d.study AND e.cell = d.cell) AND cell IN (SELECT cell FROM runs)");
  if (cells.empty()) return;
  Statement ends = connection.prepare(insert_into("cell_ends", ends_sql));
  Statement means = connection.prepare(insert_into("cell_means", means_sql));
  Transaction transaction(connection, Transaction::Kind::write);
  for (const auto& [study, cell] : cells) {
    ends.run(study, cell);
    means.run(study, cell);
    if (std::chrono::steady_clock::now() > end) break;
  }
  transaction.commit();
}

std::int64_t cells_with_wrong_means(const Connection& connection) {
  Statement ends = connection.prepare(ends_sql), means = connection.prepare(means_sql);
  Statement kept_ends = connection.prepare(
      "SELECT runs, diverged, failed FROM cell_ends WHERE study = ? AND cell = ?");
  Statement kept_means = connection.prepare(
      "SELECT metric, n, non_finite, mean, sd FROM cell_means WHERE study = ? AND cell = ?"
      " ORDER BY metric");
  std::int64_t wrong = connection.integer(
      "SELECT count(*) FROM (SELECT study, cell FROM cell_means EXCEPT SELECT study, cell FROM"
      " cell_ends)");
  for (const StudyCell cell : cells_in(connection, "SELECT study, cell FROM cell_ends")) {
    wrong += !are_same(ends, kept_ends, cell) || !are_same(means, kept_means, cell);
  }
  return wrong;
}

}  // namespace skald::store
