// The values that an option allows, and the texts that refuse another.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "options/option_value.hpp"
#include "skald/options.hpp"

namespace skald::options {

// Returns whether `value` is within the option's bounds. A NaN never is.
bool in_range(const OptionInfo& option, double value);

// Returns the bounds for a sentence: "above 0", "at least 1", "in (0, 1]", "finite"; empty if there
// are none.
std::string bounds_text(const OptionInfo& option);

// Returns the bounds for a table: "> 0", ">= 1", "in (0, 1]", "finite"; empty if there are none.
std::string bounds_symbols(const OptionInfo& option);

// Returns the words of `choices`; empty: anything is allowed.
std::vector<std::string> choice_words(const OptionInfo& option);

// Returns what a value must be: `one of "a", "b"`, bounds_text(), or "a number" if there are no
// bounds.
std::string requirement(const OptionInfo& option);

// Return what is wrong with a value, as a text that continues the option's name: "must be in (0,
// 1], got 1.5". Empty if nothing is.
std::string number_fault(const OptionInfo& option, double value);
std::string integer_fault(const OptionInfo& option, std::int64_t value);
std::string choice_fault(const OptionInfo& option, std::string_view word);

// Returns what is wrong with a value, as a text that continues the option's name, or an empty one.
// Faults are a missing value for a required option, a formula or another type, a number out of
// range, a word that is not among the choices, a zero byte in a text, an array whose shape does not
// match its number of values.
std::string value_fault(const OptionInfo& option, const OptionValue& value);

// Throws std::invalid_argument with the first fault unless `values` fit `options`, one value for
// each option in table order.
void check_values(std::span<const OptionInfo> options, std::span<const OptionValue> values);

}  // namespace skald::options
