#include "report/chart/terminal_picture.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "report/chart/chart_ranges.hpp"
#include "report/chart/gnuplot_text.hpp"
#include "report/chart/ticks.hpp"
#include "report/table_writer.hpp"

namespace skald::report {
namespace {

constexpr int kColumns = 78, kRows = 22;

std::string plain_string(const std::string& text) { return gnuplot_string(text, Markup::plain); }

std::string tick_list(const ChartAxis& axis, const Range& range) {
  constexpr int most = 6;
  std::vector<Tick> ticks;
  for (std::size_t i = 0; i < axis.categories.size(); ++i) {
    ticks.push_back({static_cast<double>(i), axis.categories[i], false});
  }
  if (ticks.empty()) ticks = axis.is_log ? log_ticks(range, most) : linear_ticks(range, most);
  std::erase_if(ticks, [](const Tick& tick) { return tick.is_minor; });
  return gnuplot_ticks(ticks, Markup::plain);
}

// Returns the plot elements of a series: letters, with error bars in charts of points and bars.
std::string element(const Chart& chart, const ChartSeries& series, std::size_t number) {
  const bool has_bars = chart.kind->x == ChartX::axis && has_interval(series);
  const std::string name = "$s" + std::to_string(number);
  const std::string letter = " pt " + std::to_string(1 + number % 26);
  const std::string title =
      series.name.empty() ? " notitle" : " title " + plain_string(series.name) + " noenhanced";
  if (!has_bars) return name + " using 1:2 with points" + letter + title;
  return name + " using 1:2:3:4 with yerrorbars notitle pt 0, " + name + " using 1:2 with points" +
         letter + title;
}

// Returns the data block of a series. `shift` is added to x, so that series of one category stand
// beside each other.
std::string data(const ChartSeries& series, std::size_t number, double shift) {
  std::string rows;
  for (const ChartPoint& p : series.points) rows += gnuplot_row({p.x + shift, p.y, p.low, p.high});
  return gnuplot_block("s" + std::to_string(number), rows);
}

// Returns a table with one row per value of the y axis, the last value first, as on the chart.
record::ResultTable pivot(const Chart& chart, const ChartPanel& panel) {
  record::ResultTable table;
  table.columns = {chart.y.name + " \\ " + chart.x.name};
  table.columns.insert(table.columns.end(), chart.x.categories.begin(), chart.x.categories.end());
  for (std::size_t r = chart.y.categories.size(); r-- > 0;) {
    std::vector<record::SqlValue> row(table.columns.size());
    row[0] = chart.y.categories[r];
    for (const HeatCell& cell : panel.cells) {
      if (cell.row == r && std::isfinite(cell.value)) row[cell.column + 1] = cell.value;
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

std::string terminal_script(const Chart& chart) {
  if (chart.kind->has_cells()) return "";
  const ChartRanges ranges = chart_ranges(chart);
  std::string script = "set terminal dumb noenhanced " + std::to_string(kColumns) + "," +
                       std::to_string(kRows) + "\nset encoding utf8\nset key below noenhanced\n";
  if (chart.x.is_log) script += "set logscale x\n";
  if (chart.y.is_log) script += "set logscale y\n";
  script +=
      "set xrange " + gnuplot_range(ranges.x) + "\nset yrange " + gnuplot_range(ranges.y) + "\n";
  script += "set xtics nomirror " + tick_list(chart.x, ranges.x) + "\n";
  script += "set ytics nomirror " + tick_list(chart.y, ranges.y) + "\n";
  script += "set xlabel " + plain_string(axis_title(chart.x)) + " noenhanced\n";
  for (const ChartPanel& panel : chart.panels) {
    const std::string title =
        axis_title(chart.y) + (panel.title.empty() ? "" : " (" + panel.title + ")");
    script += "set title " + plain_string(title) + " noenhanced\n";
    std::string plots;
    for (std::size_t s = 0; s < panel.series.size(); ++s) {
      const double place =
          static_cast<double>(s) - static_cast<double>(panel.series.size() - 1) / 2;
      const double step = 0.7 / static_cast<double>(panel.series.size());
      script += data(panel.series[s], s, chart.x.categories.empty() ? 0 : step * place);
      plots += (s == 0 ? "plot " : ", ") + element(chart, panel.series[s], s);
    }
    script += plots + "\n";
  }
  return script;
}

std::string text_of(const Chart& chart) {
  if (chart.y.categories.empty()) return format_table(chart_table(chart), TableFormat::text);
  std::string text;
  for (const ChartPanel& panel : chart.panels) {
    text += axis_title(chart.value) + (panel.title.empty() ? "" : " (" + panel.title + ")") + "\n";
    text += format_table(pivot(chart, panel), TableFormat::text);
  }
  return text;
}

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
