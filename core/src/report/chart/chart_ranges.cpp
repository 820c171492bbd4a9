#include "report/chart/chart_ranges.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace skald::report {
namespace {

// The range of the values added so far; on a logarithmic axis, of the positive ones.
class Extent {
 public:
  explicit Extent(bool is_log) : is_log_(is_log) {}

  bool holds(double value) const { return std::isfinite(value) && !(is_log_ && value <= 0); }
  void add(double value) {
    if (!holds(value)) return;
    low_ = std::min(low_, value);
    high_ = std::max(high_, value);
  }
  // Returns the range, extended at both ends by `margin` times its length.
  Range range(double margin) const {
    if (low_ > high_) return is_log_ ? Range{1, 10} : Range{0, 1};
    if (is_log_) {
      const double factor = std::pow(high_ / low_, margin);
      return low_ < high_ ? Range{low_ / factor, high_ * factor} : Range{low_ / 2, high_ * 2};
    }
    if (low_ < high_ && high_ - low_ > 1e-12 * std::max(std::abs(low_), std::abs(high_))) {
      return {low_ - margin * (high_ - low_), high_ + margin * (high_ - low_)};
    }
    const double width = low_ == 0 ? 1 : std::abs(low_) / 10;
    return {low_ - width, high_ + width};
  }

  bool has_length() const { return low_ < high_; }

 private:
  bool is_log_;
  double low_ = std::numeric_limits<double>::infinity();
  double high_ = -std::numeric_limits<double>::infinity();
};

// Adds the ends of intervals, but none further from the values than these are from each other,
// unless they are equal. On a logarithmic axis an end at or below 0 is beyond any range.
void add_intervals(Extent& all, const Extent& values, const std::vector<double>& ends) {
  const Range range = values.range(1);
  for (const double end : ends) {
    if (!all.holds(end)) continue;
    all.add(values.has_length() ? std::clamp(end, range.low, range.high) : end);
  }
}

// Returns the range without what no value of this scale reaches.
Range within_scale(Range range, record::Scale scale) {
  if (scale != record::Scale::real && range.high > 0) range.low = std::max(range.low, 0.0);
  if (scale == record::Scale::share && range.low < 1) range.high = std::min(range.high, 1.0);
  return range;
}

// Returns the range between the outer edges of the first and the last cell.
Range of_cells(const ChartAxis& axis, std::size_t last) {
  return {axis.first - axis.step / 2, axis.first + (static_cast<double>(last) + 0.5) * axis.step};
}

Range of_categories(const ChartAxis& axis, const ChartKind& kind) {
  const double margin = kind.has_cells() ? 0.5 : 0.6;
  return {-margin, static_cast<double>(axis.categories.size()) - 1 + margin};
}

}  // namespace

ChartRanges chart_ranges(const Chart& chart) {
  constexpr double margin = 0.05;
  Extent x(chart.x.is_log), y(chart.y.is_log), value(false);
  std::vector<double> ends;
  std::size_t last_column = 0, last_row = 0;
  for (const ChartPanel& panel : chart.panels) {
    for (const ChartSeries& series : panel.series) {
      for (const ChartPoint& p : series.points) {
        for (const double at : {p.x, p.x_low, p.x_high}) x.add(at);
        y.add(p.y);
        ends.insert(ends.end(), {p.low, p.high});
      }
      for (const double at : series.diverged) x.add(at);
    }
    for (const HeatCell& cell : panel.cells) {
      value.add(cell.value);
      last_column = std::max(last_column, cell.column);
      last_row = std::max(last_row, cell.row);
    }
  }
  const Extent values = y;
  add_intervals(y, values, ends);
  const ChartMarks marks = chart.kind->marks;
  const bool is_line = marks == ChartMarks::lines || marks == ChartMarks::steps;
  ChartRanges ranges{x.range(is_line ? 0 : margin), within_scale(y.range(margin), chart.y.scale),
                     value.range(0)};
  if (!chart.x.categories.empty()) ranges.x = of_categories(chart.x, *chart.kind);
  if (!chart.y.categories.empty()) ranges.y = of_categories(chart.y, *chart.kind);
  if (chart.x.step > 0) ranges.x = of_cells(chart.x, last_column);
  if (chart.y.step > 0) ranges.y = of_cells(chart.y, last_row);
  if ((marks == ChartMarks::bars || marks == ChartMarks::steps) && !chart.y.is_log) {
    y.add(0);
    const Range all = y.range(margin);
    const Range bare = y.range(0);
    ranges.y = {bare.low < 0 ? all.low : 0, bare.high > 0 ? all.high : 0};
    if (ranges.y.low == ranges.y.high) ranges.y.high = 1;
  }
  return ranges;
}

}  // namespace skald::report
