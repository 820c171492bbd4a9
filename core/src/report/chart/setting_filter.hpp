// Selects runs of a study by conditions.
#pragma once

#include <string>
#include <vector>

#include "record/study_runs.hpp"
#include "report/condition.hpp"

namespace skald::report {

// Returns the runs that fulfil all conditions. A condition names an axis of the study, "replicate",
// or one of the metrics of the runs: then it is on the means of settings, averaged over the axes
// `over`, in their size where the nearest to 0 is best. For an unknown axis, throws
// std::invalid_argument with the nearest name.
record::StudyRuns filter_runs(record::StudyRuns runs, const std::vector<Condition>& conditions,
                              const std::vector<std::string>& over = {});

}  // namespace skald::report
