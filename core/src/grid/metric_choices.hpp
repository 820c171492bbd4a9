// The metrics of a grid: from the entries of its document to plugins with all options filled in.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grid/cell.hpp"
#include "grid/document.hpp"
#include "grid/option_tables.hpp"

namespace skald::grid {

// Returns the metrics that the entries choose. Appends what is wrong to `diagnostics`: a metric
// that does not exist, an option that it does not have, a wrong value, two metrics of one name. If
// the tables hold no metrics at all, any name is accepted as a metric without options.
std::vector<MetricChoice> choose_metrics(std::span<const MetricText> metrics,
                                         const OptionTables& tables, std::string_view folder,
                                         std::vector<json::Diagnostic>& diagnostics);

// Whether a metric that needs this compares with a reference run.
bool needs_reference(Need needs);

// Returns the metric of that name with its default options, or nothing if the tables lack it.
std::optional<MetricChoice> default_metric(std::string_view name, const OptionTables& tables);

// Adds the metric simulated_seconds to a cell whose run has a clock (clients.step_seconds, or a
// file clients.devices), unless it is there: such a run has no other place for its time.
void add_clock_metric(Cell& cell, const OptionTables& tables);

}  // namespace skald::grid
