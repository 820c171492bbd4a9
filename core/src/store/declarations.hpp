// Studies, cells, axes and metrics, which must be in the file before runs can refer to them.
#pragma once

#include <cstdint>
#include <span>

#include "record/records.hpp"
#include "store/sqlite.hpp"

namespace skald::store {

// See Store. Call them inside a transaction. They rewrite run_table if an axis or a metric is new
// to the file.
std::int64_t declare_study(Connection& connection, const record::StudyRecord& study,
                           std::span<const record::CellRecord> cells,
                           std::span<const std::int64_t> positions = {});
void declare_metrics(Connection& connection, std::span<const record::MetricRecord> metrics);

// Stores decisions on declared cells of a study; a later one on the same cell replaces the earlier.
void record_decisions(Connection& connection, std::int64_t study,
                      std::span<const record::DecisionRecord> decisions);

// Stores values at rungs; a later one at the same rung of a run replaces the earlier.
void record_rungs(Connection& connection, std::int64_t study,
                  std::span<const record::RungRecord> rungs);

}  // namespace skald::store
