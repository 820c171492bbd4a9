#include <stdexcept>
#include <string>

#include "report/chart/chart_request.hpp"
#include "report/chart/dealt_settings.hpp"
#include "report/chart/final_values.hpp"

namespace skald::report {
namespace {

Chart heat_chart(const record::StudyRuns& runs, const ChartRequest& request) {
  std::vector<std::string> free = varying_axes(runs, request);
  std::erase(free, request.facet);
  ChartAxes axes{request.facet, {}, request.x.name};
  std::string up = request.by.empty() ? "" : request.by.front();
  std::erase(free, axes.x);
  std::erase(free, up);
  for (std::string* axis : {&axes.x, &up}) {
    if (!axis->empty()) continue;
    if (free.empty()) {
      throw std::invalid_argument(
          "a heat map needs axes that vary, and the runs chosen have one setting");
    }
    *axis = longest_axis(runs, free);
    std::erase(free, *axis);
  }
  axes.by = {up};
  const DealtSettings dealt = deal(runs, request, axes);
  Chart chart = begin_chart(runs, request, axes);
  chart.value = chart.y;
  chart.y = {up, "", false, {}, {}};
  chart.x.is_log = false;
  const auto columns = values_of(runs, axes.x), rows = values_of(runs, up);
  for (const auto& value : columns) chart.x.categories.push_back(category(value));
  for (const auto& value : rows) chart.y.categories.push_back(category(value));
  FinalCounts counts;
  for (const DealtRow& row : dealt.rows) {
    const Estimate& estimate = row.row->estimates[0];
    HeatCell cell;
    cell.column = static_cast<std::size_t>(position_of(row.x, columns));
    cell.row = static_cast<std::size_t>(position_of(row.by.front(), rows));
    cell.n = estimate.n;
    if (row.row->diverged > 0) {
      ++counts.blank;
    } else if (estimate.n > 0) {
      counts.add(estimate);
      ChartPoint interval;
      set_interval(interval, estimate, request.band);
      cell.value = estimate.mean;
      cell.low = interval.low;
      cell.high = interval.high;
    } else {
      ++counts.without;
    }
    panel_of(chart, row.facet).cells.push_back(cell);
  }
  ChartRequest without_band = request;
  without_band.band = Band::none;
  add_final_notes(chart, without_band, counts, dealt.comparison);
  return chart;
}

}  // namespace

// Colours over the axes request.x (horizontal) and request.by[0] (vertical); if not given, the axes
// with the most values. Means are those of compare(). Throws std::invalid_argument if fewer than
// two axes vary.
const ChartKind ChartKind::heat{.name = "heat",
                                .words = "a heat map",
                                .x = ChartX::axis,
                                .marks = ChartMarks::cells,
                                .make = heat_chart};

}  // namespace skald::report
