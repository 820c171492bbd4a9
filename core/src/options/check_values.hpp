// Whether values fit an option table.
#pragma once

#include <span>
#include <string>

#include "options/option_value.hpp"
#include "skald/options.hpp"

namespace skald::options {

// What is wrong with a value, behind the option's name, or "": a required option left out, a
// formula or another type, out of range, not one of the choices, a text with a zero byte, an array
// whose shape does not match its values.
std::string value_fault(const OptionInfo& option, const OptionValue& value);

// Throws std::invalid_argument with the first fault where `values` do not fit `options`, one for
// one in table order.
void check_values(std::span<const OptionInfo> options, std::span<const OptionValue> values);

}  // namespace skald::options
