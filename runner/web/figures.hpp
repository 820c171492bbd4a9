// Placeholders and data of figures, which the page's scripts draw.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "web/page_charts.hpp"

namespace skald {

// Returns the placeholder of a chart, which is number `number` in the page's data. `kind` and the
// chart's metric identify the figure on the page.
std::string figure_html(std::string_view kind, const PageChart& chart, std::size_t number);

// Returns the data of the page's figures: an array of arrays of chart_json().
std::string figures_json(const std::vector<PageChart>& charts, std::size_t most_points);

}  // namespace skald
