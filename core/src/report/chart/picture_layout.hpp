// The positions of a picture's parts, in points, from the lower left corner. A letter is kFontSize
// high and, unless the style says otherwise, a picture with one panel is 420 wide: at a printed
// width of 8 cm, letters are then 7 typographic points high.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/chart/chart.hpp"
#include "report/chart/chart_ranges.hpp"
#include "report/chart/end_labels.hpp"
#include "report/chart/picture_style.hpp"

namespace skald::report {

struct LegendEntry {
  std::string name;
  std::size_t number = 0;  // among all entries
  ChartSource source = ChartSource::runs;
  std::size_t look = 0;
  bool is_faint = false;
  double x = 0, y = 0;  // left end of its line
};

// All entries, with the names in full: also those of series that have labels.
struct LegendEntries : std::vector<LegendEntry> {
  explicit LegendEntries(const Chart& chart);
  // Returns the number of the series' entry.
  std::size_t number_of(const ChartSeries& series) const;
};

struct PanelPlace {
  Box box;                       // inside the axes
  bool has_x_labels = false;     // in the lowest panel of each column
  bool has_y_labels = false;     // in the first panel of each row
  std::vector<EndLabel> labels;  // right of it, at the ends of its lines
};

struct PictureLayout {
  double width = 0, height = 0;
  std::vector<PanelPlace> panels;
  std::vector<LegendEntry> legend;                   // without series that have labels
  double legend_sample = 0;                          // length of a line
  std::vector<std::string> title;                    // one per line
  double title_y = 0, x_title_y = 0, y_title_x = 0;  // centres; of the title, its first line's
  Box plots;                                         // around all panels
  std::vector<std::string> notes;                    // one per line
  double note_top = 0;                               // centre of the first line
  std::vector<Tick> x_ticks, y_ticks;
  bool is_turned = false;  // labels of x ticks are turned
};

inline constexpr double kWidthOfOnePanel = 420;  // of a picture with one panel, unless said

// Returns the notes in lines that fit a picture of this width.
std::vector<std::string> note_lines(const std::vector<std::string>& notes, double width);

// Returns the text, cut to at most `most` characters.
std::string shortened(const std::string& text, std::size_t most);

// Returns the width of the widest label.
double label_width(const std::vector<Tick>& ticks);
// Returns how many letters a line of this length holds.
std::size_t letters_within(double length);
// Returns at most `most` ticks, and fewer where their labels would not fit beside each other.
std::vector<Tick> fitting_ticks(const Range& range, double length, int most, bool is_log = false);

// Lines have labels at their ends where there is room for these, otherwise a legend. A width and a
// height of the style, which then has a font size, are kept unless panels become too small.
PictureLayout picture_layout(const Chart& chart, const ChartRanges& ranges,
                             const PictureStyle& style = {});

}  // namespace skald::report
