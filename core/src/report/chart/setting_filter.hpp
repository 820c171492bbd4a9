// The runs of a study that a reader wants to see.
#pragma once

#include <vector>

#include "record/study_runs.hpp"
#include "report/condition.hpp"

namespace skald::report {

// Returns the runs for which every condition holds. A condition names an axis of the study, or
// "replicate". Throws std::invalid_argument, with the nearest name, for an unknown axis.
record::StudyRuns filter_runs(record::StudyRuns runs, const std::vector<Condition>& conditions);

}  // namespace skald::report
