// What a chart is asked for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/chart/chart.hpp"

namespace skald::report {

// What an interval shows: of the mean (Student's t, 95 %), from the least to the greatest
// replicate, nothing.
enum class Band { interval, min_max, none };

// From "95", "min-max", "none"; std::invalid_argument for another word.
Band band(std::string_view name);

// The runs that a chart is made of have the metric that it shows as their first one.
struct ChartRequest {
  ChartKind kind = ChartKind::curve;
  std::string title;
  ChartAxis x;                    // name empty: chosen; units of metrics and costs
  std::vector<std::string> by;    // axes that make the series; none: all that tell settings apart
  std::vector<std::string> over;  // axes averaged over within each replicate
  std::string facet;              // the axis that makes panels; empty: one panel, or chosen
  Band band = Band::interval;
  bool is_log_x = false, is_log_y = false;
  bool may_choose_log = true;  // x may become logarithmic where its values span decades
  bool has_replicates = true;  // the notes say of how many each mean is
  bool has_exact = false;      // the second metric is the exact value of the first
};

inline constexpr std::size_t kMostSeries = 16;  // that a panel shows
inline constexpr std::size_t kMostPanels = 12;

}  // namespace skald::report
