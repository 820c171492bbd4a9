// Names of lines at their ends.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/chart/chart.hpp"
#include "report/chart/ticks.hpp"

namespace skald::report {

// Lengths of pictures, in points (see picture_layout.hpp).
struct Box {
  double left = 0, right = 0, bottom = 0, top = 0;
};

inline constexpr double kFontSize = 13, kSmallFontSize = 10;
inline constexpr double kLetter = 0.58 * kFontSize;       // mean width
inline constexpr double kTitleLetter = 0.53 * kFontSize;  // in a sentence
inline constexpr double kSmallLetter = 0.52 * kSmallFontSize;
inline constexpr double kNoteLine = 13.5, kTitleLine = 18;  // line spacing

struct EndLabel {
  std::vector<std::string> lines;  // from the top
  const ChartSeries* series = nullptr;
  double x = 0, y = 0;  // middle of the sample of its marker

  double height() const;
};

inline constexpr double kLabelLine = 11;          // line spacing
inline constexpr double kLabelSample = 14;        // width of a marker's sample
inline constexpr std::size_t kMostEndLabels = 8;  // of a panel

// Returns the labels of a panel, not placed: of curves or joined points, those of the series of
// runs that have a name. Exact and published values are left to a legend.
std::vector<EndLabel> end_labels(const Chart& chart, const ChartPanel& panel);

// Returns the width that the labels need.
double width_of(const std::vector<EndLabel>& labels);

// Places labels right of the panel's box, as near to the ends of their lines as they can be without
// touching. Returns whether they fit.
bool place_labels(std::vector<EndLabel>& labels, const ChartAxis& y, const Range& range,
                  const Box& box);

}  // namespace skald::report
