#include "report/chart/tradeoff_chart.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "report/chart/dealt_settings.hpp"
#include "report/chart/final_values.hpp"
#include "report/chart/pareto.hpp"

namespace skald::report {

Chart tradeoff_chart(const record::StudyRuns& runs, const ChartRequest& request) {
  std::vector<std::string> all = varying_axes(runs, request);
  for (const auto& axis : request.by) {
    if (std::find(all.begin(), all.end(), axis) == all.end()) all.push_back(axis);
  }
  ChartAxes axes{request.facet, request.by, ""};
  if (axes.by.empty() && !all.empty()) axes.by = {all.front()};
  std::erase(axes.by, axes.facet);
  ChartAxes by_setting{axes.facet, all, ""};
  std::erase(by_setting.by, axes.facet);
  const DealtSettings dealt = deal(runs, request, by_setting);
  Chart chart = begin_chart(runs, request, axes);
  chart.setting_axes = by_setting.by;
  FinalCounts counts;
  std::vector<record::SqlValue> costs;
  for (const DealtRow& row : dealt.rows) {
    const Estimate& y = row.row->estimates.front();
    const Estimate& x = row.row->estimates.back();
    if (y.n == 0 || x.n == 0) {
      ++counts.without;
      continue;
    }
    counts.add(y);
    std::vector<record::SqlValue> by;
    for (const auto& axis : axes.by) {
      const auto place = std::find(by_setting.by.begin(), by_setting.by.end(), axis);
      by.push_back(row.by[static_cast<std::size_t>(place - by_setting.by.begin())]);
    }
    ChartPoint point;
    point.x = x.mean;
    costs.emplace_back(x.mean);
    point.y = y.mean;
    point.n = std::min(x.n, y.n);
    point.setting = row.by;
    set_interval(point, x, request.band);
    point.x_low = std::exchange(point.low, kNoNumber);
    point.x_high = std::exchange(point.high, kNoNumber);
    set_interval(point, y, request.band);
    series_of(chart, panel_of(chart, row.facet), by).points.push_back(std::move(point));
  }
  if (request.may_choose_log && is_spread(costs)) chart.x.is_log = true;
  sort_points(chart);
  add_final_notes(chart, request, counts, dealt.comparison);
  drop_off_log(chart);
  finish_series(chart);
  const record::Better better = runs.metrics[0].better;
  if (better == record::Better::none) {
    chart.notes.push_back(runs.metrics[0].name +
                          " is neither better up nor down: there is no Pareto front.");
    return chart;
  }
  const double sign = better == record::Better::up ? 1 : -1;
  for (ChartPanel& panel : chart.panels) {
    std::vector<Objectives> objectives;
    std::vector<ChartPoint*> points;
    for (ChartSeries& series : panel.series) {
      for (ChartPoint& point : series.points) {
        objectives.push_back({point.x, sign * point.y});
        points.push_back(&point);
      }
    }
    const std::vector<bool> front = pareto_front(objectives);
    for (std::size_t i = 0; i < points.size(); ++i) points[i]->is_on_front = front[i];
  }
  chart.notes.emplace_back(
      "The line joins the Pareto front: no other mean is at least as good in both.");
  return chart;
}

}  // namespace skald::report
