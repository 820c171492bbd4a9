// The data of a panel and what is drawn with them, in gnuplot's words.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/chart/chart.hpp"
#include "report/chart/chart_ranges.hpp"
#include "report/chart/picture_layout.hpp"

namespace skald::report {

struct PanelMarks {
  std::string data;                // data blocks
  std::vector<std::string> plots;  // elements of one `plot` command; never none
};

// `number` makes the names of the data blocks different from those of other panels.
PanelMarks panel_marks(const Chart& chart, const ChartPanel& panel, std::size_t number,
                       const ChartRanges& ranges);

// How an entry of the legend is drawn, from a data block with the two ends and the middle of its
// line: "using ... with ...".
std::vector<std::string> legend_styles(const Chart& chart, const LegendEntry& entry);

}  // namespace skald::report
