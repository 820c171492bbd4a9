#include "store/cell_means.hpp"

#include <string>
#include <vector>

namespace skald::store {
namespace {

// For one cell, the same expressions by which the view compare_seeds computes them for all cells
// whose means are not kept.
constexpr const char* ends_sql =
    "SELECT count(*), coalesce(sum(status = 'diverged'), 0),"
    " coalesce(sum(status NOT IN ('ok', 'diverged')), 0)"
    " FROM runs WHERE cell = ?1 AND NOT superseded";
constexpr const char* means_sql = R"(
  WITH finals AS (
    SELECT summary.metric AS metric, runs.status = 'ok' AS is_ok,
           CASE WHEN runs.status = 'ok' AND abs(summary.last) < 9e999 THEN summary.last END AS value
    FROM runs JOIN summary ON summary.run = runs.id WHERE runs.cell = ?1 AND NOT runs.superseded
  ), means AS (
    SELECT metric, count(value) AS n, sum(is_ok) - count(value) AS non_finite, avg(value) AS mean
    FROM finals GROUP BY metric
  )
  SELECT means.metric, n, non_finite, mean,
         CASE WHEN n > 1 THEN sqrt(sum((value - mean) * (value - mean)) / (n - 1)) END
  FROM means JOIN finals ON finals.metric = means.metric GROUP BY means.metric)";

std::vector<std::int64_t> cells_in(const Connection& connection, std::string_view sql) {
  std::vector<std::int64_t> cells;
  Statement rows = connection.prepare(sql);
  while (rows.step()) cells.push_back(rows.integer(0));
  return cells;
}

std::string insert_into(const char* table, const char* values) {
  return "INSERT INTO " + std::string(table) + " SELECT ?1, * FROM (" + values + ")";
}

// Returns whether both statements give the same rows for the cell.
bool are_same(Statement& a, Statement& b, std::int64_t cell) {
  a.with(cell);
  b.with(cell);
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
  const std::vector<std::int64_t> cells = cells_in(
      connection,
      "SELECT DISTINCT cell FROM study_cells WHERE cell NOT IN (SELECT cell FROM cell_ends)"
      " AND cell IN (SELECT cell FROM runs)");
  if (cells.empty()) return;
  Statement ends = connection.prepare(insert_into("cell_ends", ends_sql));
  Statement means = connection.prepare(insert_into("cell_means", means_sql));
  Transaction transaction(connection, Transaction::Kind::write);
  for (const std::int64_t cell : cells) {
    ends.run(cell);
    means.run(cell);
    if (std::chrono::steady_clock::now() > end) break;
  }
  transaction.commit();
}

std::int64_t cells_with_wrong_means(const Connection& connection) {
  Statement ends = connection.prepare(ends_sql), means = connection.prepare(means_sql);
  Statement kept_ends =
      connection.prepare("SELECT runs, diverged, failed FROM cell_ends WHERE cell = ?");
  Statement kept_means = connection.prepare(
      "SELECT metric, n, non_finite, mean, sd FROM cell_means WHERE cell = ? ORDER BY metric");
  std::int64_t wrong = connection.integer(
      "SELECT count(DISTINCT cell) FROM cell_means WHERE cell NOT IN (SELECT cell FROM cell_ends)");
  for (const std::int64_t cell : cells_in(connection, "SELECT cell FROM cell_ends")) {
    wrong += !are_same(ends, kept_ends, cell) || !are_same(means, kept_means, cell);
  }
  return wrong;
}

}  // namespace skald::store
