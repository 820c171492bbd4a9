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

// Returns what a reader can ask of a picture as JSON for a script element: the values of the
// chart's points and cells, in the order of the picture's marks, with numbers of five digits, and
// the legend's entries, by their numbers. The last point of a series has all its digits.
std::string chart_json(const report::Chart& chart);

// Returns the chart with few points. A series of more than `most_points` is thinned: the smallest
// and the largest y of equal stretches remain, and also the first point, the last one and those on
// the Pareto front or where averages start anew. A note says so.
report::Chart thinned(report::Chart chart, std::size_t most_points);

// Returns a number as JSON: null for NaN, "Infinity" and "-Infinity" as strings; with all its
// digits, or `digits` of them.
std::string json_number_text(double value);
std::string json_number_text(double value, int digits);

// Returns a value as JSON. A blob is replaced by text that states its size.
std::string json_value_text(const record::SqlValue& value);

// Returns the indices of the points that remain after thinning; see chart_json().
std::vector<std::size_t> drawn_points(const std::vector<report::ChartPoint>& points,
                                      std::size_t most);

}  // namespace skald
