// The metrics of a grid, from what its document lists to plugins with all options filled in.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grid/document.hpp"
#include "grid/option_tables.hpp"

namespace skald::grid {

// Appends to `diagnostics` what is wrong: a metric that does not exist, an option that it has not
// or whose value is wrong, two of one name. Where the tables hold no metrics at all, any name
// stands for one without options.
std::vector<MetricChoice> choose_metrics(std::span<const MetricText> metrics,
                                         const OptionTables& tables, std::string_view folder,
                                         std::vector<json::Diagnostic>& diagnostics);

// The metric of that name with the defaults of its options, or nothing where the tables lack it.
std::optional<MetricChoice> default_metric(std::string_view name, const OptionTables& tables);

}  // namespace skald::grid
