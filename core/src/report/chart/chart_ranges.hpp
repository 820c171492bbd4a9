// The ranges of a chart's axes, which all its panels share.
#pragma once

#include "report/chart/chart.hpp"
#include "report/chart/ticks.hpp"

namespace skald::report {

struct ChartRanges {
  Range x, y, value;
};

// Returns ranges that include everything drawn, with a margin. Bars, histograms and densities start
// at zero. Logarithmic axes ignore values that are not positive.
ChartRanges chart_ranges(const Chart& chart);

}  // namespace skald::report
