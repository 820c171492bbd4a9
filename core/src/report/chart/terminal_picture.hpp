// A chart for a terminal.
#pragma once

#include <string>

#include "report/chart/chart.hpp"

namespace skald::report {

// A script that has gnuplot draw the chart in letters, a panel below the other, 78 columns wide;
// see gnuplot_script(). Of a heat map there is none: "".
std::string terminal_script(const Chart& chart);

// A heat map as a table of its values; of every other chart the table of its points.
std::string text_of(const Chart& chart);

}  // namespace skald::report
