// The bounds of an option: checks numbers against them and puts them into words.
#pragma once

#include <string>

#include "skald/options.hpp"

namespace skald::options {

// Returns whether `value` is within the option's bounds. A NaN never is.
bool in_range(const OptionInfo& option, double value);

// Returns the bounds for a sentence: "above 0", "at least 1", "in (0, 1]", "finite"; empty if there
// are none.
std::string bounds_text(const OptionInfo& option);

// Returns the bounds for a table: "> 0", ">= 1", "in (0, 1]", "finite"; empty if there are none.
std::string bounds_symbols(const OptionInfo& option);

}  // namespace skald::options
