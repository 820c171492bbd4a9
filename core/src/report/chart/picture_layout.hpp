// Where the parts of a picture stand.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/chart/chart.hpp"
#include "report/chart/chart_ranges.hpp"

namespace skald::report {

// In points of a picture that is 420 wide with one panel, from the lower left corner. At a width of
// 8 cm its letters are 7 typographic points high.
struct Box {
  double left = 0, right = 0, bottom = 0, top = 0;
};

struct PanelPlace {
  Box box;                    // within the axes
  bool has_x_labels = false;  // the lowest of its column
  bool has_y_labels = false;  // the first of its row
};

struct LegendEntry {
  std::string name;
  ChartSource source = ChartSource::runs;
  std::size_t look = 0;
  double x = 0, y = 0;  // the left end of its line
};

struct PictureLayout {
  double width = 0, height = 0;
  std::vector<PanelPlace> panels;
  std::vector<LegendEntry> legend;                   // empty: nothing to tell apart
  double legend_sample = 0;                          // length of a line
  double title_y = 0, x_title_y = 0, y_title_x = 0;  // centres
  Box plots;                                         // around all panels
  std::vector<std::string> notes;                    // lines
  double note_top = 0;                               // centre of the first line
  std::vector<Tick> x_ticks, y_ticks;
  bool is_turned = false;  // labels of x ticks are written upwards
};

inline constexpr double kFontSize = 13, kSmallFontSize = 10;
inline constexpr double kNoteLine = 13.5;  // from line to line

PictureLayout picture_layout(const Chart& chart, const ChartRanges& ranges);

}  // namespace skald::report
