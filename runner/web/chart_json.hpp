// Charts as the page's script reads them.
#pragma once

#include <cstddef>
#include <string>

#include "report/chart/chart.hpp"

namespace skald {

// The chart as JSON inside a script element, numbers of six digits. A series of more points than
// `most_points` is thinned for drawing: of equal stretches of its points the least and the greatest
// y, besides its first and its last point, which has all its digits, and what is on a front.
std::string chart_json(const report::Chart& chart, std::size_t most_points);

// A number as JSON: null for NaN, "Infinity" and "-Infinity" as strings; all its digits, or so
// many.
std::string json_number_text(double value);
std::string json_number_text(double value, int digits);

// A value as JSON; a blob as its size in words.
std::string json_value_text(const record::SqlValue& value);

// How series are told apart, by the number that ChartSeries::look has: an array of objects with
// colour, dash (lengths on and off) and shape (a path or a name that Vega knows) and is_open.
std::string looks_json();

// The places of the points that are drawn of so many values of y; see chart_json().
std::vector<std::size_t> drawn_points(const std::vector<report::ChartPoint>& points,
                                      std::size_t most);

}  // namespace skald
