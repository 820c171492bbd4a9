#include "report/chart/published_overlay.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "report/chart/chart_ranges.hpp"
#include "report/chart/dealt_settings.hpp"
#include "report/chart/look.hpp"
#include "report/table_writer.hpp"

namespace skald::report {
namespace {

using record::SqlValue;

const SqlValue* find(const PublishedRow& row, const std::string& name) {
  for (const auto& [key, value] : row) {
    if (key == name) return &value;
  }
  return nullptr;
}

// Returns whether the row agrees with `values` on those of these axes that it names.
bool agrees(const PublishedRow& row, const std::vector<std::string>& axes,
            const std::vector<SqlValue>& values) {
  for (std::size_t a = 0; a < axes.size(); ++a) {
    const SqlValue* named = find(row, axes[a]);
    if (named != nullptr && !is_same(*named, values[a])) return false;
  }
  return true;
}

bool is_of_study(const PublishedRow& row, const record::StudyRuns& runs, const std::string& x) {
  PublishedRow settings;
  for (const auto& [key, value] : row) {
    if (key != x) settings.emplace_back(key, value);
  }
  return std::any_of(runs.runs.begin(), runs.runs.end(),
                     [&](const auto& run) { return agrees(settings, runs.axes, run.axes); });
}

// Returns the row's position on the x axis, if it has one.
std::optional<double> place(const ChartAxis& axis, const PublishedRow& row) {
  const SqlValue* value = find(row, axis.name);
  if (value == nullptr) return std::nullopt;
  if (axis.categories.empty()) {
    return is_finite_number(*value) ? std::optional(number_of(*value)) : std::nullopt;
  }
  const auto found =
      std::find(axis.categories.begin(), axis.categories.end(), format_value(*value));
  if (found == axis.categories.end()) return std::nullopt;
  return static_cast<double>(found - axis.categories.begin());
}

// Returns the name of the setting that the row gives on the axes of the series.
std::string name_of_row(const Chart& chart, const PublishedRow& row) {
  std::vector<std::string> axes;
  std::vector<SqlValue> values;
  for (const auto& axis : chart.by) {
    if (const SqlValue* value = find(row, axis)) {
      axes.push_back(axis);
      values.push_back(*value);
    }
  }
  return setting_name(axes, values);
}

// Returns the look of a published series that corresponds to none of ours.
std::size_t black_look(const Chart& chart, const std::string& name) {
  std::vector<std::string> names;
  for (const ChartPanel& panel : chart.panels) {
    for (const ChartSeries& series : panel.series) {
      if (!is_black(series.look)) continue;
      if (series.name == name) return series.look;
      if (std::find(names.begin(), names.end(), series.name) == names.end()) {
        names.push_back(series.name);
      }
    }
  }
  return kNoLook - names.size() % kBlackLooks;
}

// Returns the published series for the row, which is created if necessary. A line always gets a
// series of its own.
ChartSeries& published_series(const Chart& chart, ChartPanel& panel, const PublishedRow& row,
                              bool is_line) {
  const ChartSeries* own = nullptr;
  std::size_t agreeing = 0;
  for (const ChartSeries& series : panel.series) {
    if (series.source != ChartSource::runs || !agrees(row, chart.by, series.by)) continue;
    own = &series;
    ++agreeing;
  }
  ChartSeries wanted;
  wanted.source = ChartSource::published;
  if (agreeing == 1) wanted.by = own->by;
  const std::string name = agreeing == 1 ? own->name : name_of_row(chart, row);
  wanted.name = name.empty() ? "published" : name + ", published";
  wanted.look = agreeing == 1 ? own->look : black_look(chart, wanted.name);
  for (ChartSeries& series : panel.series) {
    const bool is_it = series.source == ChartSource::published && series.name == wanted.name;
    if (is_it && !is_line) return series;
  }
  wanted.by.resize(chart.by.size());
  panel.series.push_back(std::move(wanted));
  return panel.series.back();
}

// Returns the x positions at which the row's value is drawn: its own; without one, both ends of a
// curve chart, or every position at which one of our points stands.
std::vector<double> places_of(const Chart& chart, const Range& across, const ChartPanel& panel,
                              const PublishedRow& row) {
  if (const std::optional<double> x = place(chart.x, row)) return {*x};
  if (chart.kind->x == ChartX::along) return {across.low, across.high};
  if (chart.kind->x != ChartX::axis || find(row, chart.x.name) != nullptr) return {};
  std::set<double> places;
  for (const ChartSeries& series : panel.series) {
    if (series.source != ChartSource::runs) continue;
    for (const ChartPoint& point : series.points) places.insert(point.x);
  }
  return {places.begin(), places.end()};
}

bool add(Chart& chart, const Range& across, ChartPanel& panel, const PublishedRow& row, double y) {
  const std::vector<double> places = places_of(chart, across, panel, row);
  if (places.empty()) return false;
  const bool is_line = chart.kind->x == ChartX::along && find(row, chart.x.name) == nullptr;
  ChartSeries& series = published_series(chart, panel, row, is_line);
  for (const double at : places) {
    ChartPoint& point = series.points.emplace_back();
    point.x = at;
    point.y = y;
  }
  std::stable_sort(series.points.begin(), series.points.end(),
                   [](const ChartPoint& a, const ChartPoint& b) { return a.x < b.x; });
  return true;
}

}  // namespace

std::size_t add_published(Chart& chart, const record::StudyRuns& runs,
                          const std::vector<PublishedRow>& rows, double scale) {
  const Range across = chart_ranges(chart).x;
  std::size_t added = 0;
  for (const PublishedRow& row : rows) {
    const SqlValue* y = find(row, chart.y.name);
    if (y == nullptr || !is_finite_number(*y) || !is_of_study(row, runs, chart.x.name)) continue;
    bool is_added = false;
    for (ChartPanel& panel : chart.panels) {
      const SqlValue* facet = find(row, chart.facet);
      if (facet != nullptr && !is_same(*facet, panel.facet)) continue;
      if (add(chart, across, panel, row, scale * number_of(*y))) is_added = true;
    }
    added += is_added;
  }
  return added;
}

}  // namespace skald::report
