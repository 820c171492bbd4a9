// What an option requires of its value, and the text that refuses another value.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "skald/options.hpp"

namespace skald::options {

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

}  // namespace skald::options
