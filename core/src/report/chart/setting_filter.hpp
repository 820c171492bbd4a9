// Selects runs of a study by conditions.
#pragma once

#include <vector>

#include "record/study_runs.hpp"
#include "report/condition.hpp"

namespace skald::report {

// Returns the runs that fulfil all conditions. A condition names an axis of the study, or
// "replicate". For an unknown axis, throws std::invalid_argument with the nearest name.
record::StudyRuns filter_runs(record::StudyRuns runs, const std::vector<Condition>& conditions);

}  // namespace skald::report
