// Reads the runs of a study with their final values.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "record/study_runs.hpp"
#include "store/sqlite.hpp"

namespace skald::store {

// The numbers of problems (see record::StudyRuns), by their text. Studies whose runs stand side by
// side share them.
using Problems = std::unordered_map<std::string, std::int64_t>;

// Reads the runs of record::StudyRuns with their values on the axes and of the metrics of `into`.
// The axes are columns of run_table, the metrics have names of metrics, costs or wall_seconds. The
// tables `runs`, `summary` and `ledger` are read from beginning to end in the same way as by
// unconfirmed_runs(), so that what was confirmed is what is read.
void read_study_runs(const Connection& connection, std::int64_t study, Problems& problems,
                     record::StudyRuns& into);

}  // namespace skald::store
