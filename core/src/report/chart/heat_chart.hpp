// Final values over two axes.
#pragma once

#include "record/study_runs.hpp"
#include "report/chart/chart.hpp"
#include "report/chart/chart_request.hpp"

namespace skald::report {

// As colours over the axes request.x (across) and the first of request.by (upwards); where they are
// left open, over those with the most values. Means are those of compare(). Throws
// std::invalid_argument where fewer than two axes vary.
Chart heat_chart(const record::StudyRuns& runs, const ChartRequest& request);

}  // namespace skald::report
