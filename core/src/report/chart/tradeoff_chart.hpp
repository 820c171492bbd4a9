// Final values over a cost.
#pragma once

#include "record/study_runs.hpp"
#include "report/chart/chart.hpp"
#include "report/chart/chart_request.hpp"

namespace skald::report {

// Returns a chart with one point per setting. The cost is the last metric of the runs. Series are
// the values of request.by, or of the first axis that varies. The Pareto front of a panel
// is that of frontier(), one for each problem: lower costs are better, and higher or lower values
// according to the metric; there is no front if neither is better.
Chart tradeoff_chart(const record::StudyRuns& runs, const ChartRequest& request);

}  // namespace skald::report
