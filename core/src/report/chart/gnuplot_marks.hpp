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
  std::string part;  // part_word() of what is drawn next, or empty

  // Adds an element that draws these columns of a data block, above or below what is there.
  void draw(const std::string& block, const std::string& columns, const std::string& style) {
    add(plots.size(), "$" + block + " using " + columns + " with " + style);
  }
  void draw_below(const std::string& block, const std::string& columns, const std::string& style) {
    add(0, "$" + block + " using " + columns + " with " + style);
  }

 private:
  void add(std::size_t place, const std::string& element) {
    const auto at = plots.begin() + static_cast<std::ptrdiff_t>(place);
    const auto added = plots.insert(at, element);
    if (!part.empty()) plots.insert(added, part);
  }
};

// Returns a plot element that draws nothing, but leaves a word in an SVG picture, which says what
// the elements after it draw. It stands at a place within the axes. The words:
//
//   "series N"         series of the legend's entry N
//   "entry N"          the entry itself, or the name of such a line at its end
//   "marks P S"        dots where the marks of series S in panel P are; the colour of each is its
//                      number among the points, and beyond these, among the places where all
//                      runs diverged
//   "marks P"          the same for the cells of panel P, row by row
//   "cells"            texts on cells
//   "rest"             all else
std::string part_word(const std::string& word, double x, double y);

// `number` keeps the names of data blocks distinct between panels. `entries` are those of a
// picture for a page, in which parts are named; null: of any other.
PanelMarks panel_marks(const Chart& chart, const ChartPanel& panel, std::size_t number,
                       const ChartRanges& ranges, const LegendEntries* entries = nullptr);

// Returns the colour and the marker of a series, as options of points.
std::string marker_style(const ChartSeries& series);

// Returns plot elements ("using ... with ...") that draw a legend entry from a data block with the
// two ends and the middle of its line.
std::vector<std::string> legend_styles(const Chart& chart, const LegendEntry& entry);

}  // namespace skald::report
