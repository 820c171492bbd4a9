#include "store/cell_means.hpp"

#include <string>
#include <string_view>
#include <vector>

#include "store/results_sql.hpp"

namespace skald::store {
namespace {

// Selects from what the view compare_seeds computes of runs, here for one cell of a study.
std::string of_one_cell(const std::string& select) {
  constexpr std::string_view begin = "\n-- {\n", end = "\n-- }\n";
  const std::string_view schema = results_sql();
  const std::size_t first = schema.find(begin) + begin.size();
  return "WITH fresh AS (SELECT ?1 AS study, ?2 AS cell), " +
         std::string(schema.substr(first, schema.find(end, first) - first)) + " " + select;
}

// Of cells without runs, too.
std::string ends_sql() {
  return of_one_cell(
      "SELECT coalesce(runs, 0), coalesce(diverged, 0), coalesce(failed, 0)"
      " FROM fresh LEFT JOIN fresh_ends USING (study, cell)");
}

std::string means_sql() {
  return of_one_cell("SELECT metric, n, non_finite, mean, sd FROM fresh_means ORDER BY metric");
}

struct StudyCell {
  std::int64_t study = 0, cell = 0;
};

std::vector<StudyCell> cells_in(const Connection& connection, std::string_view sql) {
  std::vector<StudyCell> cells;
  Statement rows = connection.prepare(sql);
  while (rows.step()) cells.push_back({rows.integer(0), rows.integer(1)});
  return cells;
}

std::string insert_into(const char* table, const std::string& values) {
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
  Statement ends = connection.prepare(insert_into("cell_ends", ends_sql()));
  Statement means = connection.prepare(insert_into("cell_means", means_sql()));
  Transaction transaction(connection, Transaction::Kind::write);
  for (const auto& [study, cell] : cells) {
    ends.run(study, cell);
    means.run(study, cell);
    if (std::chrono::steady_clock::now() > end) break;
  }
  transaction.commit();
}

std::int64_t cells_with_wrong_means(const Connection& connection) {
  Statement ends = connection.prepare(ends_sql()), means = connection.prepare(means_sql());
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
