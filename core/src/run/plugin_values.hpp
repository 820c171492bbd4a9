// Converts a cell's options to the values that plugins receive.
#pragma once

#include <vector>

#include "options/option_value.hpp"

namespace skald::run {

// Returns the values in table order, with every path resolved to its file on this machine. Throws
// std::invalid_argument for a formula, since formulas must have been evaluated before.
std::vector<options::OptionValue> plugin_values(const std::vector<options::NamedValue>& options);

}  // namespace skald::run
