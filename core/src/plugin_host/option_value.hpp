// The value of one option, owned by the host.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "plugin_host/number_array.hpp"
#include "skald/options.hpp"

namespace skald {

// monostate: left out, so that the option has its default, or no value where it is optional.
// Otherwise bool for boolean, int64 for integer, double for number, string for text and path (the
// path resolved), NumberArray for numbers.
using PluginValue =
    std::variant<std::monostate, bool, std::int64_t, double, std::string, NumberArray>;

// Throws std::invalid_argument where `values` do not fit `options`, one for one in table order: a
// required option left out, another type, out of range, not one of the choices, a text with a zero
// byte, an array whose shape does not match its values.
void check_values(std::span<const OptionInfo> options, std::span<const PluginValue> values);

// `value` as it crosses the plugin line; borrows from `value`.
Value borrowed(const PluginValue& value);

}  // namespace skald
