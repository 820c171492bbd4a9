// How far the axes of a chart reach: the same in all its panels.
#pragma once

#include "report/chart/chart.hpp"
#include "report/chart/ticks.hpp"

namespace skald::report {

struct ChartRanges {
  Range x, y, value;
};

// All that is drawn, with a margin; from zero on for bars, histograms and densities. On a
// logarithmic axis only what is above zero counts.
ChartRanges chart_ranges(const Chart& chart);

}  // namespace skald::report
