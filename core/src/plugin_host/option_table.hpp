// What an option table says, in words, and whether it makes sense.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "skald/options.hpp"

namespace skald {

// "boolean", "integer", "number", "text", "path" or "numbers"; "" for a number that is no type.
std::string_view option_type_name(OptionType type);

// Whether `value` respects the option's bounds. Never for a NaN.
bool in_range(const OptionInfo& option, double value);

// The bounds in words: "> 0", "<= 1", "in (0, 1]"; "" where there are none.
std::string bounds_text(const OptionInfo& option);

// What a value that is refused must be: "one of a|b", the bounds, or "a number" if there are none.
std::string requirement(const OptionInfo& option);

// The words of `choices`; empty: anything is allowed.
std::vector<std::string> choice_words(const OptionInfo& option);

// The default as a person would write it; "" where there is none.
std::string default_text(const OptionInfo& option);

// The shortest decimal text that reads back as `value`: "0.001", "1e+300", "inf", "nan".
std::string shortest_text(double value);

// The first thing wrong with a table, as a sentence that begins with the option at fault, or none:
// a null pointer, a name that is malformed, reserved ("plugin") or not unique, no documentation,
// bounds without a value between them, bounds, choices or a formula for "auto" on a type that has
// none, or a default that the option's own bounds or choices forbid.
std::optional<std::string> option_table_fault(std::span<const OptionInfo> options);

}  // namespace skald
