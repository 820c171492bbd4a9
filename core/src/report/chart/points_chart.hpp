// Final values over an axis.
#pragma once

#include "record/study_runs.hpp"
#include "report/chart/chart.hpp"
#include "report/chart/chart_request.hpp"

namespace skald::report {

// As points or bars (request.kind) over the axis request.x, or else over the one with the most
// values. Means and intervals are those of compare(), to the last digit; settings without a finite
// value or without a place on a numeric axis, and runs that diverged or failed, are told in the
// notes.
Chart points_chart(const record::StudyRuns& runs, const ChartRequest& request);

}  // namespace skald::report
