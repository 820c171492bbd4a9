#include "web/chart_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "report/chart/dealt_settings.hpp"
#include "report/chart/picture_layout.hpp"
#include "report/table_writer.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"
#include "web/html_text.hpp"

namespace skald {
namespace {

using report::Chart;
using report::ChartPoint;
using report::ChartSeries;

constexpr int kDigits = 5;
constexpr std::size_t kFewestPoints = 4;  // of a thinned curve

std::string line_json(std::string_view text) { return script_json(text::printable_line(text)); }

std::string axis_json(const report::ChartAxis& axis) {
  return fmt::format(R"({{"name":{},"categories":{}}})", line_json(axis.name),
                     json_array(axis.categories, line_json));
}

// Returns one member of all points as an array; only the last number has all its digits.
std::string numbers(const std::vector<ChartPoint>& points, double ChartPoint::*member) {
  return json_array(points, [&](const ChartPoint& point) {
    const bool is_last = &point == &points.back();
    return is_last ? json_number_text(point.*member) : json_number_text(point.*member, kDigits);
  });
}

bool has(const std::vector<ChartPoint>& points, double ChartPoint::*member) {
  return std::any_of(points.begin(), points.end(),
                     [member](const ChartPoint& point) { return !std::isnan(point.*member); });
}

std::string counts(const std::vector<ChartPoint>& points) {
  const bool is_constant = std::all_of(points.begin(), points.end(), [&](const ChartPoint& point) {
    return point.n == points.front().n;
  });
  if (is_constant && !points.empty()) return std::to_string(points.front().n);
  return json_array(points, [](const ChartPoint& point) { return std::to_string(point.n); });
}

std::string series_json(const Chart& chart, const report::LegendEntries& entries,
                        const ChartSeries& series) {
  const std::vector<ChartPoint>& points = series.points;
  std::string text =
      fmt::format(R"({{"name":{},"entry":{},"source":"{}","x":{},"y":{},"n":{})",
                  line_json(series.name), entries.number_of(series), name_of(series.source),
                  numbers(points, &ChartPoint::x), numbers(points, &ChartPoint::y), counts(points));
  for (const auto& [name, member] : {std::pair{"low", &ChartPoint::low},
                                     {"high", &ChartPoint::high},
                                     {"x_low", &ChartPoint::x_low},
                                     {"x_high", &ChartPoint::x_high}}) {
    if (has(points, member)) text += fmt::format(R"(,"{}":{})", name, numbers(points, member));
  }
  if (!series.diverged.empty()) {
    text += ",\"diverged\":" +
            json_array(series.diverged, [](double x) { return json_number_text(x); });
  }
  if (chart.kind->marks == report::ChartMarks::crosses) {
    text += ",\"front\":" +
            json_array(points, [](const ChartPoint& point) { return std::to_string(point.front); });
    text += ",\"settings\":" + json_array(points, [&](const ChartPoint& point) {
              return line_json(report::setting_name(chart.setting_axes, point.setting));
            });
  }
  return text + '}';
}

std::string cell_json(const report::HeatCell& cell) {
  return fmt::format("[{},{},{},{},{},{}]", cell.column, cell.row, json_number_text(cell.value),
                     json_number_text(cell.low), json_number_text(cell.high), cell.n);
}

std::string panel_json(const Chart& chart, const report::LegendEntries& entries,
                       const report::ChartPanel& panel) {
  return fmt::format(
      R"({{"title":{},"series":{},"cells":{}}})", line_json(panel.title),
      json_array(panel.series,
                 [&](const ChartSeries& series) { return series_json(chart, entries, series); }),
      json_array(panel.cells, cell_json));
}

// Returns the points that remain, in their order.
std::vector<ChartPoint> remaining(const std::vector<ChartPoint>& points, std::size_t most) {
  std::vector<bool> is_drawn(points.size());
  for (const std::size_t place : drawn_points(points, most)) is_drawn[place] = true;
  std::vector<ChartPoint> all;
  for (std::size_t place = 0; place < points.size(); ++place) {
    const ChartPoint& point = points[place];
    if (is_drawn[place] || point.front > 0 || point.starts_anew) all.push_back(point);
  }
  return all;
}

}  // namespace

std::vector<std::size_t> drawn_points(const std::vector<ChartPoint>& points, std::size_t most) {
  std::vector<std::size_t> places;
  if (points.size() <= std::max(most, kFewestPoints)) {
    for (std::size_t place = 0; place < points.size(); ++place) places.push_back(place);
    return places;
  }
  const std::size_t inner = points.size() - 2;
  places.push_back(0);
  const std::size_t stretches = (std::max(most, kFewestPoints) - 2) / 2;
  for (std::size_t stretch = 0; stretch < stretches; ++stretch) {
    const auto begin =
        points.begin() + static_cast<std::ptrdiff_t>(1 + inner * stretch / stretches);
    const auto end =
        points.begin() + static_cast<std::ptrdiff_t>(1 + inner * (stretch + 1) / stretches);
    const auto [least, greatest] = std::minmax_element(
        begin, end, [](const ChartPoint& a, const ChartPoint& b) { return a.y < b.y; });
    const auto first = static_cast<std::size_t>(std::min(least, greatest) - points.begin());
    const auto second = static_cast<std::size_t>(std::max(least, greatest) - points.begin());
    places.push_back(first);
    if (second != first) places.push_back(second);
  }
  places.push_back(points.size() - 1);
  return places;
}

std::string json_number_text(double value) {
  if (std::isnan(value)) return "null";
  if (std::isinf(value)) return value > 0 ? "\"Infinity\"" : "\"-Infinity\"";
  return text::number_text(value);
}

std::string json_number_text(double value, int digits) {
  return std::isfinite(value) ? text::number_text(value, digits) : json_number_text(value);
}

std::string json_value_text(const record::SqlValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return std::to_string(*integer);
  if (const auto* real = std::get_if<double>(&value)) return json_number_text(*real);
  if (std::holds_alternative<std::monostate>(value)) return "null";
  return script_json(report::format_value(value));
}

std::string chart_json(const Chart& chart) {
  const report::LegendEntries entries(chart);
  return fmt::format(
      R"({{"kind":"{}","x":{},"y":{},"value":{},"entries":{},"panels":{}}})", chart.kind->name,
      axis_json(chart.x), axis_json(chart.y), axis_json(chart.value),
      json_array(entries,
                 [](const report::LegendEntry& entry) {
                   return line_json(std::string(name_of(entry.source)) + " " + entry.name);
                 }),
      json_array(chart.panels, [&](const report::ChartPanel& panel) {
        return panel_json(chart, entries, panel);
      }));
}

Chart thinned(Chart chart, std::size_t most_points) {
  bool is_thinned = false;
  for (report::ChartPanel& panel : chart.panels) {
    for (ChartSeries& series : panel.series) {
      std::vector<ChartPoint> few = remaining(series.points, most_points);
      is_thinned |= few.size() < series.points.size();
      series.points = std::move(few);
    }
  }
  if (is_thinned) {
    const bool has_front = chart.kind->marks == report::ChartMarks::crosses;
    chart.notes.push_back(
        "Of many points of a series some are drawn: in each stretch the least and the greatest "
        "value, the first and the last point" +
        std::string(has_front ? ", and all of the front." : "."));
  }
  return chart;
}

}  // namespace skald
