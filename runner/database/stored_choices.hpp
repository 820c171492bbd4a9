// The plugins of stored runs, as they are now.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "grid/cell.hpp"
#include "plugin_host/plugin_host.hpp"

namespace skald {

// Returns `options` in the order of the table; those that a stored cell leaves out are not set.
// Throws std::invalid_argument, which names the owner, if there are others.
std::vector<options::NamedValue> in_table_order(const std::vector<options::NamedValue>& options,
                                                std::span<const OptionInfo> table,
                                                const std::string& owner);

// Puts the options in the plugin's order. Throws std::invalid_argument if the plugin is missing, or
// has other options or another numerics revision now.
void restore_choice(grid::PluginChoice& choice, plugin_host::PluginHost& host);
// The same for a metric that grid::read_measured() has read, with its library and what it needs.
void restore_metric(grid::MetricChoice& metric, plugin_host::PluginHost& host);

}  // namespace skald
