// Final values over an axis.
#pragma once

#include "record/study_runs.hpp"
#include "report/chart/chart.hpp"
#include "report/chart/chart_request.hpp"

namespace skald::report {

// Returns points or bars (request.kind) over the axis request.x, by default the one with the most
// values. Means and intervals are exactly those of compare(). The notes report settings without a
// finite value or without a position on a numeric axis, and runs that diverged or failed.
Chart points_chart(const record::StudyRuns& runs, const ChartRequest& request);

}  // namespace skald::report
