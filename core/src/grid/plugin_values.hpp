// The options of a cell's plugin in the form that crosses the plugin line.
#pragma once

#include <vector>

#include "grid/cell.hpp"
#include "skald/plugin.hpp"

namespace skald {

// The values for PluginDescriptor::create, in the order of the plugin's table; they point into
// `choice`, which outlives them and whatever is made from them. Throws std::invalid_argument if an
// option is missing, has another type than the table says, or is an expression still.
std::vector<Value> plugin_values(const PluginChoice& choice, const PluginDescriptor& plugin);

}  // namespace skald
