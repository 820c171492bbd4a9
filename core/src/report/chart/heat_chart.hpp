// Final values over two axes.
#pragma once

#include "record/study_runs.hpp"
#include "report/chart/chart.hpp"
#include "report/chart/chart_request.hpp"

namespace skald::report {

// Returns a chart of colours over the axes request.x (horizontal) and request.by[0] (vertical); if
// not given, the axes with the most values. Means are those of compare(). Throws
// std::invalid_argument if fewer than two axes vary.
Chart heat_chart(const record::StudyRuns& runs, const ChartRequest& request);

}  // namespace skald::report
