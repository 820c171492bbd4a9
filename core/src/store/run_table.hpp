// The views run_table and all_runs: one row per run, one column per axis, final metric and ledger
// entry.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "store/sqlite.hpp"

namespace skald::store {

// An axis or a metric: its row id and the name of its column.
struct RunTableColumn {
  std::int64_t id = 0;
  std::string name;
};

// Returns the SQL expression of the value of an axis in the cell of a row of `table`, as declared.
std::string axis_sql(const std::string& table, std::int64_t axis);

// Returns the SQL text that creates both views. Names appear in it only as quoted identifiers, next
// to the ids by which the values are found.
std::string run_table_sql(std::span<const RunTableColumn> axes,
                          std::span<const RunTableColumn> metrics);

// The most columns of axes and metrics. SQLite allows 2000 in a table or view.
inline constexpr std::size_t kMostColumns = 1900;

// Returns an SQL condition on a row of `metrics`: whether the metric was recorded by a sampler.
std::string is_recorded_sql();

// Names the columns of all axes and metrics of the file and rewrites the views. Call it inside the
// transaction that adds or removes an axis or a metric. If there are more than kMostColumns, some
// metrics get no column (column_name is empty): first the latest that samplers have recorded, then
// the latest of the others. Throws std::invalid_argument if the axes alone are too many.
void rewrite_run_table(Connection& connection);

// Which runs are current: those of another build of a plugin are marked, and runs that no grid
// refers to any more are removed.

// Removes every run that is not current (see current_runs in schemas/results.sql) with everything
// that belongs to it and the audits that the view `audits` leaves out, then the cells, axes and
// environments that nothing refers to any more, in one transaction. Returns the hashes of the
// removed runs. Throws DamagedError, and removes nothing, if the seal of one of them does not hold.
std::vector<std::string> prune_database(Connection& connection);

// See Store::supersede(). Runs whose mark changes are sealed again, except those whose seal did not
// hold before. Call it inside a transaction.
void supersede(Connection& connection, std::int64_t study, std::span<const std::string> hashes);

}  // namespace skald::store
