#include "web/chart_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <vector>

#include "report/chart/dealt_settings.hpp"
#include "report/chart/look.hpp"
#include "report/format_table.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"
#include "web/html_text.hpp"

namespace skald {
namespace {

using report::Chart;
using report::ChartPoint;
using report::ChartSeries;

constexpr int kDigits = 6;
constexpr std::size_t kFewestPoints = 4;  // of a thinned curve

std::string line_json(std::string_view text) { return script_json(text::printable_line(text)); }

std::string bool_text(bool value) { return value ? "true" : "false"; }

std::string axis_json(const report::ChartAxis& axis) {
  return fmt::format(R"({{"name":{},"title":{},"log":{},"categories":{}}})", line_json(axis.name),
                     line_json(report::axis_title(axis)), bool_text(axis.is_log),
                     json_array(axis.categories, line_json));
}

// Returns one member of all points as an array; only the last number has all its digits.
std::string numbers(const std::vector<const ChartPoint*>& points, double ChartPoint::*member) {
  std::size_t place = 0;
  return json_array(points, [&](const ChartPoint* point) {
    const bool is_last = ++place == points.size();
    return is_last ? json_number_text(point->*member) : json_number_text(point->*member, kDigits);
  });
}

bool has(const std::vector<const ChartPoint*>& points, double ChartPoint::*member) {
  return std::any_of(points.begin(), points.end(),
                     [member](const ChartPoint* point) { return !std::isnan(point->*member); });
}

std::string counts(const std::vector<const ChartPoint*>& points) {
  const bool is_constant = std::all_of(points.begin(), points.end(), [&](const ChartPoint* point) {
    return point->n == points.front()->n;
  });
  if (is_constant && !points.empty()) return std::to_string(points.front()->n);
  return json_array(points, [](const ChartPoint* point) { return std::to_string(point->n); });
}

std::string series_json(const Chart& chart, const ChartSeries& series, std::size_t most_points) {
  std::vector<bool> is_drawn(series.points.size());
  for (const std::size_t place : drawn_points(series.points, most_points)) is_drawn[place] = true;
  std::vector<const ChartPoint*> points;
  for (std::size_t place = 0; place < series.points.size(); ++place) {
    const ChartPoint& point = series.points[place];
    if (is_drawn[place] || point.front > 0 || point.starts_anew) points.push_back(&point);
  }
  std::string text =
      fmt::format(R"({{"name":{},"look":{},"source":"{}","recorded":{},"x":{},"y":{},"n":{})",
                  line_json(series.name), series.look % report::kLooks, name_of(series.source),
                  series.points.size(), numbers(points, &ChartPoint::x),
                  numbers(points, &ChartPoint::y), counts(points));
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
  if (series.is_faint) text += ",\"faint\":true";
  const auto anew = std::find_if(points.begin(), points.end(),
                                 [](const ChartPoint* point) { return point->starts_anew; });
  if (anew != points.end()) text += fmt::format(R"(,"anew":{})", anew - points.begin());
  if (chart.kind->marks == report::ChartMarks::crosses) {
    text += ",\"front\":" + json_array(points, [](const ChartPoint* point) {
              return std::to_string(point->front);
            });
    text += ",\"settings\":" + json_array(points, [&](const ChartPoint* point) {
              return line_json(report::setting_name(chart.setting_axes, point->setting));
            });
  }
  return text + '}';
}

std::string cell_json(const report::HeatCell& cell) {
  return fmt::format("[{},{},{},{},{},{}]", cell.column, cell.row, json_number_text(cell.value),
                     json_number_text(cell.low), json_number_text(cell.high), cell.n);
}

std::string panel_json(const Chart& chart, const report::ChartPanel& panel,
                       std::size_t most_points) {
  std::vector<const ChartSeries*> drawn;
  for (const ChartSeries& series : panel.series) {
    if (!series.points.empty() || !series.diverged.empty()) drawn.push_back(&series);
  }
  return fmt::format(R"({{"title":{},"series":{},"cells":{}}})", line_json(panel.title),
                     json_array(drawn,
                                [&](const ChartSeries* series) {
                                  return series_json(chart, *series, most_points);
                                }),
                     json_array(panel.cells, cell_json));
}

// The shapes of the gnuplot point types 4 to 15, which looks use: each open, then filled. Vega
// draws paths within a square of side 2.
constexpr std::array<std::string_view, 6> kShapes{
    "square",        "circle",  "triangle-up",
    "triangle-down", "diamond", "M0,-1L0.95,-0.31L0.59,0.81L-0.59,0.81L-0.95,-0.31Z"};

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

std::string chart_json(const Chart& chart, std::size_t most_points) {
  return fmt::format(
      R"({{"kind":"{}","largerX":{},"title":{},"x":{},"y":{},"value":{},"panels":{},"notes":{}}})",
      chart.kind->name, chart.is_larger_x_better, line_json(chart.title), axis_json(chart.x),
      axis_json(chart.y), axis_json(chart.value),
      json_array(
          chart.panels,
          [&](const report::ChartPanel& panel) { return panel_json(chart, panel, most_points); }),
      json_array(chart.notes, line_json));
}

std::string looks_json() {
  std::string text = "[";
  for (std::size_t number = 0; number < report::kLooks; ++number) {
    const report::Look look = report::look(number);
    text += fmt::format(R"({}{{"colour":"{}","dash":[{}],"shape":"{}","is_open":{}}})",
                        number == 0 ? "" : ",", look.colour, look.dashes,
                        kShapes.at(static_cast<std::size_t>(look.marker - 4) / 2),
                        bool_text(look.marker % 2 == 0));
  }
  return text + ']';
}

}  // namespace skald
