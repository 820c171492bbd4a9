// Checks values against an option table.
#pragma once

#include <span>
#include <string>

#include "options/option_value.hpp"
#include "skald/options.hpp"

namespace skald::options {

// Returns what is wrong with a value, as a text that continues the option's name, or an empty one.
// Faults are a missing value for a required option, a formula or another type, a number out of
// range, a word that is not among the choices, a zero byte in a text, an array whose shape does not
// match its number of values.
std::string value_fault(const OptionInfo& option, const OptionValue& value);

// Throws std::invalid_argument with the first fault unless `values` fit `options`, one value for
// each option in table order.
void check_values(std::span<const OptionInfo> options, std::span<const OptionValue> values);

}  // namespace skald::options
