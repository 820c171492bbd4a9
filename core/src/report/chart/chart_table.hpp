// The content of a chart as a table.
#pragma once

#include "record/study_runs.hpp"
#include "report/chart/chart.hpp"

namespace skald::report {

// Returns one row per point: the axes that distinguish panels, series and single points, the x
// axis, y (under the name of its metric), the ends of its interval, n, and the source (runs, exact,
// published). A trade-off also has the interval of x and whether the point is on the Pareto front
// (1 or 0), a histogram the edges of the bins.
record::ResultTable chart_table(const Chart& chart);

}  // namespace skald::report
