// Reads the runs of a study with their final values.
#pragma once

#include <cstdint>
#include <vector>

#include "record/study_runs.hpp"
#include "store/sqlite.hpp"

namespace skald::store {

// Returns the runs of record::StudyRuns with their values on the axes and of the metrics. `axes`
// are columns of run_table, `metrics` names of metrics, costs or wall_seconds. The tables `runs`,
// `summary` and `ledger` are read from beginning to end in the same way as by unconfirmed_runs(),
// so that what was confirmed is what is read.
std::vector<record::StudyRuns::Run> read_study_runs(
    const Connection& connection, std::int64_t study, const std::vector<std::string>& axes,
    const std::vector<record::MetricRecord>& metrics);

}  // namespace skald::store
