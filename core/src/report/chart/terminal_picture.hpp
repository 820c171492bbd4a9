// A chart for a terminal.
#pragma once

#include <string>

#include "report/chart/chart.hpp"

namespace skald::report {

// Returns a script by which gnuplot draws the chart as text, 78 columns wide, panels below each
// other; see gnuplot_script(). Returns "" for a heat map, which has no such drawing.
std::string terminal_script(const Chart& chart);

// Returns a heat map as a table of its values, and any other chart as the table of its points.
std::string text_of(const Chart& chart);

}  // namespace skald::report
