// A cell's options as plugins are given them.
#pragma once

#include <vector>

#include "options/option_value.hpp"

namespace skald::run {

// In table order, every path where its file is on this machine. Throws std::invalid_argument for a
// formula, which must have been evaluated.
std::vector<options::OptionValue> plugin_values(const std::vector<options::NamedValue>& options);

}  // namespace skald::run
