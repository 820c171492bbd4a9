// Charts as figures of a page, which the page's scripts draw.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "web/page_charts.hpp"

namespace skald {

// The place of a chart, the `number`th of the data's figures. `kind` and the chart's metric tell it
// from every other figure of the page.
std::string figure_html(std::string_view kind, const PageChart& chart, std::size_t number);

// The figures of a page's data: an array of arrays of chart_json().
std::string figures_json(const std::vector<PageChart>& charts, std::size_t most_points);

// How many curves there are, in all choices of x.
std::size_t curve_count(const std::vector<PageChart>& charts);

}  // namespace skald
