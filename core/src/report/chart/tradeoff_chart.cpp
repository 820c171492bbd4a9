#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "report/chart/chart_request.hpp"
#include "report/chart/dealt_settings.hpp"
#include "report/chart/final_values.hpp"
#include "report/decide/frontier.hpp"
#include "report/decide/frontier_table.hpp"

namespace skald::report {
namespace {

record::StudyRuns runs_of_panel(const record::StudyRuns& runs, const Chart& chart,
                                const ChartPanel& panel) {
  record::StudyRuns own = runs;
  if (chart.facet.empty()) return own;
  const std::size_t axis = axis_index(runs, chart.facet);
  std::erase_if(own.runs, [&](const auto& run) { return !is_same(run.axes[axis], panel.facet); });
  return own;
}

// Marks the settings that no other one of the panel beats, as frontier() finds them.
Frontier mark_front(const Chart& chart, ChartPanel& panel, const record::StudyRuns& runs,
                    const ChartRequest& request) {
  FrontierRequest question{
      {.by = chart.setting_axes, .over = request.over},
      {{runs.metrics.front().name, runs.metrics.front().better == record::Better::up},
       {runs.metrics.back().name, chart.is_larger_x_better}}};
  if (!chart.facet.empty()) question.rows.by.push_back(chart.facet);
  question.has_tests = false;
  const record::StudyRuns own = runs_of_panel(runs, chart, panel);
  Frontier found = frontier(own, question);
  std::map<std::vector<record::SqlValue>, std::size_t> fronts;
  for (const FrontierRow& row : found.rows) {
    std::vector<record::SqlValue> setting = found.comparison.rows[row.row].by;
    setting.resize(chart.setting_axes.size());
    fronts[std::move(setting)] = row.problem + 1;
  }
  for (ChartSeries& series : panel.series) {
    for (ChartPoint& point : series.points) {
      if (const auto place = fronts.find(point.setting); place != fronts.end()) {
        point.front = place->second;
      }
    }
  }
  return found;
}

void mark_fronts(Chart& chart, const record::StudyRuns& runs, const ChartRequest& request) {
  if (runs.metrics.front().name == runs.metrics.back().name) return;
  std::size_t ineligible = 0;
  bool has_same_replicates = true, has_problems = false;
  for (ChartPanel& panel : chart.panels) {
    const Frontier found = mark_front(chart, panel, runs, request);
    ineligible += found.ineligible;
    has_same_replicates = has_same_replicates && found.has_same_replicates;
    has_problems = has_problems || found.problems > 1;
  }
  chart.notes.push_back(std::string(has_problems ? "Steps follow the Pareto fronts of the problems"
                                                 : "The steps follow the Pareto front") +
                        ": no other mean is at least as good in both.");
  if (!has_same_replicates) {
    chart.notes.emplace_back(
        "Settings have different replicates: the front is that of means adjusted for those that "
        "each lacks.");
  }
  if (ineligible > 0) {
    chart.notes.push_back(exclusion_text(ineligible) + ".");
  }
}

Chart tradeoff_chart(const record::StudyRuns& runs, const ChartRequest& request) {
  std::vector<std::string> all = varying_axes(runs, request);
  for (const auto& axis : request.by) {
    if (std::find(all.begin(), all.end(), axis) == all.end()) all.push_back(axis);
  }
  ChartAxes axes{request.facet, request.by, ""};
  ChartAxes by_setting{axes.facet, all, ""};
  std::erase(by_setting.by, axes.facet);
  const DealtSettings dealt = deal(runs, request, by_setting);
  // Few settings are told apart one by one, many by the first axis alone.
  const bool are_few = dealt.rows.size() <= kEasySeries;
  if (axes.by.empty() && !all.empty()) axes.by = are_few ? all : std::vector{all.front()};
  std::erase(axes.by, axes.facet);
  Chart chart = begin_chart(runs, request, axes);
  chart.setting_axes = by_setting.by;
  chart.is_larger_x_better = runs.metrics.back().better == record::Better::up;
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
    counts.surviving += row.row->diverged > 0;
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
    point.x_low = std::exchange(point.low, kNotANumber);
    point.x_high = std::exchange(point.high, kNotANumber);
    set_interval(point, y, request.band);
    series_of(chart, panel_of(chart, row.facet), by, source_of(*row.row))
        .points.push_back(std::move(point));
  }
  if (request.may_choose_log && is_spread(costs)) chart.x.is_log = true;
  sort_points(chart);
  add_final_notes(chart, request, counts, dealt.comparison);
  choose_log_y(chart, request);
  drop_off_log(chart);
  finish_series(chart, request, runs.metrics.front().better);
  const record::Better better = runs.metrics[0].better;
  if (better == record::Better::none) {
    chart.notes.push_back(runs.metrics[0].name +
                          " has no direction that is better: there is no Pareto front.");
    return chart;
  }
  mark_fronts(chart, runs, request);
  return chart;
}

}  // namespace

// One point per setting. The cost is the last metric of the runs. Series are the values of
// request.by; otherwise the settings themselves, or, of more than kEasySeries, the values of the
// first axis that varies. The Pareto front of a panel is that of frontier(),
// one for each problem: lower costs are better, and higher or lower values according to the metric;
// there is no front if neither is better.
const ChartKind ChartKind::tradeoff{.name = "tradeoff",
                                    .words = "a trade-off",
                                    .x = ChartX::cost,
                                    .marks = ChartMarks::crosses,
                                    .has_published = true,
                                    .make = tradeoff_chart};

}  // namespace skald::report
