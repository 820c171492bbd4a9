#include <algorithm>
#include <string>
#include <utility>

#include "report/chart/chart_request.hpp"
#include "report/chart/dealt_settings.hpp"
#include "report/chart/final_values.hpp"

namespace skald::report {
namespace {

// Adds an exact value to the series of exact values that belongs to `by`, which is created if it
// does not exist.
void add_exact(ChartPanel& panel, const std::vector<record::SqlValue>& by, double x,
               const Estimate& exact) {
  if (exact.n == 0) return;
  const auto is_it = [&](const ChartSeries& series) {
    return series.source == ChartSource::exact && series.by == by;
  };
  auto found = std::find_if(panel.series.begin(), panel.series.end(), is_it);
  if (found == panel.series.end()) {
    const auto own = std::find_if(panel.series.begin(), panel.series.end(),
                                  [&](const ChartSeries& series) { return series.by == by; });
    ChartSeries series;
    series.name = own->name.empty() ? "exact" : own->name + ", exact";
    series.source = ChartSource::exact;
    series.by = by;
    found = panel.series.insert(own + 1, std::move(series));
  }
  ChartPoint& point = found->points.emplace_back();
  point.x = x;
  point.y = exact.mean;
}

Chart points_chart(const record::StudyRuns& runs, const ChartRequest& request) {
  const auto varying = varying_axes(runs, request);
  std::vector<std::string> free = varying;
  std::erase_if(free, [&](const std::string& axis) {
    return axis == request.facet ||
           std::find(request.by.begin(), request.by.end(), axis) != request.by.end();
  });
  const std::string x = request.x.name.empty() ? longest_axis(runs, free) : request.x.name;
  const ChartAxes axes = choose_axes(runs, request, x);
  const DealtSettings dealt = deal(runs, request, axes);
  Chart chart = begin_chart(runs, request, axes);
  const auto values = x.empty() ? std::vector<record::SqlValue>{{}} : values_of(runs, x);
  chart.x.categories = x.empty() ? std::vector<std::string>{""} : categories_of(values);
  if (request.kind->marks == ChartMarks::bars && chart.x.categories.empty()) {
    for (const auto& value : values) chart.x.categories.push_back(category(value));
  }
  const bool is_numeric = chart.x.categories.empty();
  const bool chooses_log = request.may_choose_log && is_spread(values);
  chart.x.is_log = is_numeric && (request.is_log_x || chooses_log);
  FinalCounts counts;
  for (const DealtRow& row : dealt.rows) {
    const Estimate& estimate = row.row->estimates[0];
    ChartPanel& panel = panel_of(chart, row.facet);
    ChartSeries& series = series_of(chart, panel, row.by, source_of(*row.row));
    if (is_numeric && !is_finite_number(row.x)) {
      ++counts.unset;
      continue;
    }
    const double place = is_numeric ? number_of(row.x) : position_of(row.x, values);
    if (row.row->diverged == row.row->runs) {
      series.diverged.push_back(place);
      ++counts.diverged;
      continue;
    }
    if (estimate.n == 0) {
      ++counts.without;
      continue;
    }
    counts.add(estimate);
    counts.surviving += row.row->diverged > 0;
    ChartPoint& point = series.points.emplace_back();
    point.x = place;
    point.y = estimate.mean;
    point.n = estimate.n;
    set_interval(point, estimate, request.band);
    if (request.has_exact) add_exact(panel, row.by, point.x, row.row->estimates[1]);
  }
  sort_points(chart);
  add_final_notes(chart, request, counts, dealt.comparison);
  choose_log_y(chart, request);
  drop_off_log(chart);
  finish_series(chart, request, runs.metrics.front().better);
  return chart;
}

}  // namespace

// Points or bars over the axis request.x, by default the one with the most values. Means and
// intervals are exactly those of compare(). The notes report settings without a finite value or
// without a position on a numeric axis, and runs that diverged or failed.
const ChartKind ChartKind::points{.name = "points",
                                  .words = "points",
                                  .x = ChartX::axis,
                                  .marks = ChartMarks::points,
                                  .has_exact = true,
                                  .has_published = true,
                                  .make = points_chart};
const ChartKind ChartKind::bars{.name = "bars",
                                .words = "bars",
                                .x = ChartX::axis,
                                .marks = ChartMarks::bars,
                                .has_exact = true,
                                .has_published = true,
                                .make = points_chart};

}  // namespace skald::report
