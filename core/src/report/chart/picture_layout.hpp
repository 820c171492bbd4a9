// The positions of a picture's parts.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/chart/chart.hpp"
#include "report/chart/chart_ranges.hpp"

namespace skald::report {

// In points, from the lower left corner; a picture with one panel is 420 wide. At a printed width
// of 8 cm, letters are 7 typographic points high.
struct Box {
  double left = 0, right = 0, bottom = 0, top = 0;
};

struct PanelPlace {
  Box box;                    // inside the axes
  bool has_x_labels = false;  // in the lowest panel of each column
  bool has_y_labels = false;  // in the first panel of each row
};

struct LegendEntry {
  std::string name;
  ChartSource source = ChartSource::runs;
  std::size_t look = 0;
  double x = 0, y = 0;  // left end of its line
};

struct PictureLayout {
  double width = 0, height = 0;
  std::vector<PanelPlace> panels;
  std::vector<LegendEntry> legend;                   // empty if there is only one series
  double legend_sample = 0;                          // length of a line
  double title_y = 0, x_title_y = 0, y_title_x = 0;  // centres
  Box plots;                                         // around all panels
  std::vector<std::string> notes;                    // one per line
  double note_top = 0;                               // centre of the first line
  std::vector<Tick> x_ticks, y_ticks;
  bool is_turned = false;  // labels of x ticks are turned
};

inline constexpr double kFontSize = 13, kSmallFontSize = 10;
inline constexpr double kNoteLine = 13.5;  // line spacing

// Returns the text, cut to at most `most` characters.
std::string shortened(const std::string& text, std::size_t most);

// Returns the width of the widest label.
double label_width(const std::vector<Tick>& ticks);
// Returns how many letters a line of this length holds.
std::size_t letters_within(double length);

PictureLayout picture_layout(const Chart& chart, const ChartRanges& ranges);

}  // namespace skald::report
