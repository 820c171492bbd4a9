#include "report/chart/chart_table.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace skald::report {
namespace {

using record::SqlValue;

SqlValue number(double value) { return std::isnan(value) ? SqlValue() : SqlValue(value); }

// Returns the axes that distinguish the rows of the table.
std::vector<std::string> axes_of(const Chart& chart) {
  std::vector<std::string> axes;
  if (!chart.facet.empty()) axes.push_back(chart.facet);
  const auto& own = chart.setting_axes.empty() ? chart.by : chart.setting_axes;
  axes.insert(axes.end(), own.begin(), own.end());
  return axes;
}

SqlValue place(const ChartAxis& axis, double x) {
  if (axis.step > 0) return number(axis.first + x * axis.step);
  if (axis.categories.empty()) return number(x);
  return axis.categories[static_cast<std::size_t>(std::lround(x))];
}

bool has_x_interval(const Chart& chart) {
  return chart.kind->marks == ChartMarks::crosses || chart.kind->marks == ChartMarks::steps;
}

bool has_front(const Chart& chart) { return chart.kind->marks == ChartMarks::crosses; }

void add_point(const Chart& chart, const ChartPanel& panel, const ChartSeries& series,
               const ChartPoint& point, record::ResultTable& table) {
  std::vector<SqlValue> row;
  if (!chart.facet.empty()) row.push_back(panel.facet);
  const auto& own = chart.setting_axes.empty() ? series.by : point.setting;
  row.insert(row.end(), own.begin(), own.end());
  row.resize(axes_of(chart).size());
  row.push_back(place(chart.x, point.x));
  if (has_x_interval(chart)) row.insert(row.end(), {number(point.x_low), number(point.x_high)});
  row.insert(row.end(), {number(point.y), number(point.low), number(point.high)});
  row.push_back(point.n > 0 || series.source == ChartSource::runs ? SqlValue(point.n) : SqlValue());
  if (has_front(chart)) row.push_back(static_cast<std::int64_t>(point.front));
  row.push_back(std::string(name_of(series.source)));
  table.rows.push_back(std::move(row));
}

bool has_exact(const Chart& chart) {
  return std::any_of(chart.panels.begin(), chart.panels.end(), [](const ChartPanel& panel) {
    return !panel.cells.empty() && !std::isnan(panel.cells.front().exact);
  });
}

record::ResultTable cell_table(const Chart& chart) {
  record::ResultTable table;
  if (!chart.facet.empty()) table.columns.push_back(chart.facet);
  for (const std::string& name : {chart.y.name, chart.x.name, chart.value.name, std::string("low"),
                                  std::string("high"), std::string("n")}) {
    table.columns.push_back(name);
  }
  const bool is_exact = has_exact(chart);
  if (is_exact) table.columns.emplace_back("exact");
  for (const ChartPanel& panel : chart.panels) {
    for (const HeatCell& cell : panel.cells) {
      auto& row = table.rows.emplace_back();
      if (!chart.facet.empty()) row.push_back(panel.facet);
      row.insert(row.end(), {place(chart.y, static_cast<double>(cell.row)),
                             place(chart.x, static_cast<double>(cell.column)), number(cell.value),
                             number(cell.low), number(cell.high), cell.n});
      if (is_exact) row.push_back(number(cell.exact));
    }
  }
  return table;
}

}  // namespace

record::ResultTable chart_table(const Chart& chart) {
  if (chart.kind->has_cells()) return cell_table(chart);
  record::ResultTable table;
  table.columns = axes_of(chart);
  table.columns.push_back(chart.x.name);
  if (has_x_interval(chart)) {
    for (const char* end : {"_low", "_high"}) table.columns.push_back(chart.x.name + end);
  }
  for (const std::string& name :
       {chart.y.name, std::string("low"), std::string("high"), std::string("n")}) {
    table.columns.push_back(name);
  }
  if (has_front(chart)) table.columns.emplace_back("front");
  table.columns.emplace_back("source");
  for (const ChartPanel& panel : chart.panels) {
    for (const ChartSeries& series : panel.series) {
      for (const ChartPoint& point : series.points) add_point(chart, panel, series, point, table);
    }
  }
  return table;
}

}  // namespace skald::report
