// What an option demands of its value, and the sentence that refuses another.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "skald/options.hpp"

namespace skald::options {

// The words of `choices`; empty: anything is allowed.
std::vector<std::string> choice_words(const OptionInfo& option);

// What a value must be: `one of "a", "b"`, bounds_text(), or "a number" if there are no bounds.
std::string requirement(const OptionInfo& option);

// What is wrong with a value, behind the option's name: "must be in (0, 1], got 1.5"; "": nothing.
std::string number_fault(const OptionInfo& option, double value);
std::string integer_fault(const OptionInfo& option, std::int64_t value);
std::string choice_fault(const OptionInfo& option, std::string_view word);

}  // namespace skald::options
