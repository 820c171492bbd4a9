// A chart for a terminal.
#pragma once

#include <string>

#include "record/study_runs.hpp"
#include "report/chart/chart.hpp"

namespace skald::report {

// Returns a script by which gnuplot draws the chart as text, 78 columns wide, panels below each
// other; see gnuplot_script(). Returns "" for a heat map, which has no such drawing.
std::string terminal_script(const Chart& chart);

// Returns a heat map as a table of its values, and any other chart as the table of its points.
std::string text_of(const Chart& chart);

// The content of a chart as a table.

// Returns one row per point: the axes that distinguish panels, series and single points, the x
// axis, y (under the name of its metric), the ends of its interval, n, and the source (runs, exact,
// published). A trade-off also has the interval of x and whether the point is on the Pareto front
// (1 or 0), a histogram the edges of the bins.
record::ResultTable chart_table(const Chart& chart);

}  // namespace skald::report
