// A cell's options as plugins are given them.
#pragma once

#include <vector>

#include "grid/cell.hpp"
#include "plugin_host/option_value.hpp"

namespace skald {

// In table order. Throws std::invalid_argument for a formula, which must have been evaluated.
std::vector<PluginValue> plugin_values(const std::vector<NamedValue>& options);

}  // namespace skald
