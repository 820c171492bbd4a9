// Charts as JSON, for the page's script.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "report/chart/chart.hpp"

namespace skald {

// Returns the items as a JSON array, each as `write` does.
template <class Items, class Write>
std::string json_array(const Items& items, const Write& write, std::string_view separator = ",") {
  std::string text = "[";
  for (const auto& item : items) {
    if (text.size() > 1) text += separator;
    text += write(item);
  }
  return text + ']';
}

// Returns the chart as JSON for a script element, with numbers of six digits. A series of more than
// `most_points` points is thinned: the smallest and the largest y of equal stretches remain, and
// also the first point, the last one (with all its digits) and those on the Pareto front.
std::string chart_json(const report::Chart& chart, std::size_t most_points);

// Returns a number as JSON: null for NaN, "Infinity" and "-Infinity" as strings; with all its
// digits, or `digits` of them.
std::string json_number_text(double value);
std::string json_number_text(double value, int digits);

// Returns a value as JSON. A blob is replaced by text that states its size.
std::string json_value_text(const record::SqlValue& value);

// Returns the looks of series, indexed by ChartSeries::look, as an array of objects with colour,
// dash (lengths on and off), shape (a path or a name known to Vega) and is_open.
std::string looks_json();

// Returns the indices of the points that remain after thinning; see chart_json().
std::vector<std::size_t> drawn_points(const std::vector<report::ChartPoint>& points,
                                      std::size_t most);

}  // namespace skald
