// The data blocks and plot elements of a panel, in gnuplot's syntax.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "report/chart/chart.hpp"
#include "report/chart/chart_ranges.hpp"
#include "report/chart/picture_layout.hpp"

namespace skald::report {

struct PanelMarks {
  std::vector<std::pair<std::string, std::string>> data;  // names and rows of data blocks
  std::vector<std::string> plots;                         // elements of one `plot` command

  // Adds an element that draws these columns of a data block, above or below what is there.
  void draw(const std::string& block, const std::string& columns, const std::string& style) {
    plots.push_back("$" + block + " using " + columns + " with " + style);
  }
  void draw_below(const std::string& block, const std::string& columns, const std::string& style) {
    plots.insert(plots.begin(), "$" + block + " using " + columns + " with " + style);
  }
};

// `number` keeps the names of data blocks distinct between panels.
PanelMarks panel_marks(const Chart& chart, const ChartPanel& panel, std::size_t number,
                       const ChartRanges& ranges);

// Returns the colour and the marker of a series, as options of points.
std::string marker_style(const ChartSeries& series);

// Returns plot elements ("using ... with ...") that draw a legend entry from a data block with the
// two ends and the middle of its line.
std::vector<std::string> legend_styles(const Chart& chart, const LegendEntry& entry);

}  // namespace skald::report
