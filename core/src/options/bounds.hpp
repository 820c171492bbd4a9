// The bounds of an option: whether a number respects them, and what they are in words.
#pragma once

#include <string>

#include "skald/options.hpp"

namespace skald::options {

// Whether `value` is within the option's bounds. A NaN never is.
bool in_range(const OptionInfo& option, double value);

// For sentences: "above 0", "at least 1", "in (0, 1]", "finite"; "" where there are none.
std::string bounds_text(const OptionInfo& option);

// For tables: "> 0", ">= 1", "in (0, 1]", "finite"; "" where there are none.
std::string bounds_symbols(const OptionInfo& option);

}  // namespace skald::options
