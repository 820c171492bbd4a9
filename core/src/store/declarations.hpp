// Studies, cells, axes and metrics: what must be in the file before the runs that refer to it.
#pragma once

#include <cstdint>
#include <span>

#include "record/records.hpp"
#include "store/sqlite.hpp"

namespace skald::store {

// See Store. Both belong inside a transaction of the caller, and write run_table anew when an axis
// or a metric is new to the file.
std::int64_t declare_study(Connection& connection, const record::StudyRecord& study,
                           std::span<const record::CellRecord> cells);
void declare_metrics(Connection& connection, std::span<const record::MetricRecord> metrics);

}  // namespace skald::store
