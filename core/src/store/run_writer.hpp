// Writes the rows of runs.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "record/records.hpp"
#include "store/columns.hpp"
#include "store/results/results_hash.hpp"
#include "store/seals/run_seals.hpp"
#include "store/sqlite.hpp"

namespace skald::store {

// Rows that runs and audits share: environments, and what is measured.

// Finds such rows by their content, and adds those that are new. Holds prepared statements of a
// connection, which must outlive it. Call it inside a transaction.
class SharedRows {
 public:
  explicit SharedRows(const Connection& connection);

  std::int64_t id(const record::EnvironmentRecord& environment);
  std::int64_t measured_id(const std::string& metrics);  // RunRecord::measured

 private:
  const Connection& connection_;
  Statement find_environment_, add_environment_, find_measured_, add_measured_;
};

// Inserts rows into one table, up to most_rows by one statement: every statement opens the table
// and those that it refers to anew, which takes as long as the row itself. The statements are
// prepared when first needed. If one fails, none of its rows is stored.
class RowBlocks {
 public:
  // `table`: its name and columns, as in "moments (run, iteration, wall_seconds)". The connection
  // must outlive this.
  RowBlocks(const Connection& connection, std::string table)
      : connection_(connection), table_(std::move(table)) {}

  // Inserts a row for each element, in order; values_of(element) is the tuple of its values.
  template <class Element, class ValuesOf>
  void insert(std::span<const Element> elements, ValuesOf values_of) {
    while (!elements.empty()) {
      const auto block = elements.first(std::min(elements.size(), most_rows));
      Statement& statement = inserting(block.size());
      int parameter = 0;
      for (const Element& element : block) bind(statement, parameter, values_of(element));
      statement.step();
      statement.reset();
      elements = elements.subspan(block.size());
    }
  }

 private:
  static constexpr std::size_t most_rows = 20;

  template <class Values>
  static void bind(Statement& statement, int& parameter, const Values& values) {
    std::apply([&](const auto&... value) { (statement.bind(parameter++, value), ...); }, values);
  }
  // Returns the statement that inserts so many rows, ready to be bound.
  Statement& inserting(std::size_t rows) {
    std::optional<Statement>& statement = statements_[rows - 1];
    if (!statement) statement = connection_.prepare(insert_sql(table_, rows));
    statement->reset();
    return *statement;
  }

  const Connection& connection_;
  std::string table_;
  std::array<std::optional<Statement>, most_rows> statements_;  // of 1, 2, ... rows
};

// Holds prepared statements of one connection, which must outlive it. Call its functions inside a
// transaction.
class RunWriter {
 public:
  explicit RunWriter(Connection& connection);

  // Writes the runs and seals them. A run that is stored already under the same hash gives way if
  // it has no result, is damaged, or if the new one repeats its results; otherwise it is kept as a
  // former run.
  // Returns those that are kept. Throws std::invalid_argument if a cell or metric has not been
  // declared.
  std::vector<FormerRun> write(std::span<const record::RunRecord> runs);

 private:
  std::optional<FormerRun> write(const record::RunRecord& run);
  void write_series(std::int64_t id, const record::SeriesRecord& series);
  void write_vectors(std::int64_t id, const record::VectorSeriesRecord& series);
  void write_costs(std::int64_t id, const Costs& costs);

  Connection& connection_;
  Statement find_cell_, find_metric_;
  Statement add_run_, add_summary_, add_vector_metric_, find_vector_metric_, add_costs_, add_event_,
      add_artifact_;
  RowBlocks points_, vector_points_, moments_, diagnostics_;
  SharedRows shared_;
  FormerRuns former_runs_;
  RunSeals seals_;
};

}  // namespace skald::store
