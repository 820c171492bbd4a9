// Final values over what they cost.
#pragma once

#include "record/study_runs.hpp"
#include "report/chart/chart.hpp"
#include "report/chart/chart_request.hpp"

namespace skald::report {

// One point per setting over a cost, which is the last metric of the runs. The series are the
// values of request.by, or of the first axis that varies. The Pareto front is that of the means:
// less cost, and more or less of the metric as it is better; where it is neither, there is no
// front.
Chart tradeoff_chart(const record::StudyRuns& runs, const ChartRequest& request);

}  // namespace skald::report
