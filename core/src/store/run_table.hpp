// The views run_table and all_runs: one row per run, one column per axis, final metric and ledger
// entry.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "store/sqlite.hpp"

namespace skald {

// An axis or a metric with its row id and its column's name.
struct RunTableColumn {
  std::int64_t id = 0;
  std::string name;
};

// The SQL text that creates both views. Names appear in it only as quoted identifiers, next to the
// ids that find the values.
std::string run_table_sql(std::span<const RunTableColumn> axes,
                          std::span<const RunTableColumn> metrics);

// Names the columns of all axes and metrics of the file and writes the views anew. Call it inside
// the transaction that adds or removes an axis or a metric. Throws std::invalid_argument if the
// file has more axes and metrics than a view can have columns (1900).
void rewrite_run_table(Connection& connection);

}  // namespace skald
