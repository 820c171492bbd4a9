// The views run_table and all_runs: one row per run, one column per axis, final metric and ledger
// entry.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "store/sqlite.hpp"

namespace skald::store {

// An axis or a metric with its row id and its column's name.
struct RunTableColumn {
  std::int64_t id = 0;
  std::string name;
};

// The SQL text that creates both views. Names appear in it only as quoted identifiers, next to the
// ids that find the values.
std::string run_table_sql(std::span<const RunTableColumn> axes,
                          std::span<const RunTableColumn> metrics);

// Columns of axes and metrics: SQLite has room for 2000 in a table or view.
inline constexpr std::size_t kMostColumns = 1900;

// SQL condition on a row of `metrics`: whether samplers have recorded it of themselves.
std::string is_recorded_sql();

// Names the columns of all axes and metrics of the file and writes the views anew. Call it inside
// the transaction that adds or removes an axis or a metric. Where they are more than kMostColumns,
// metrics stay without a column (column_name is empty): the last that samplers have recorded of
// themselves, then the last of the others. Throws std::invalid_argument where axes alone are more.
void rewrite_run_table(Connection& connection);

}  // namespace skald::store
