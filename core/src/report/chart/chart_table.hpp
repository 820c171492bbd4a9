// What a chart draws, as a table.
#pragma once

#include "record/result_table.hpp"
#include "report/chart/chart.hpp"

namespace skald::report {

// One row per point that is drawn: the axes of panels, series and single points, the x axis, y
// (called as its metric), its low and high, n, and the source (runs, exact, published). Of a
// trade-off also the interval of x and whether the point is on the front (1 or 0); of a histogram
// the edges of the bins.
record::ResultTable chart_table(const Chart& chart);

}  // namespace skald::report
