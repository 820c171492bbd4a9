// Whether an option table makes sense.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "skald/options.hpp"

namespace skald::options {

// "boolean", "integer", "number", "text", "path" or "numbers"; "" for a number that is not a type.
std::string_view name_of(OptionType type);

// The first thing wrong with a table, as a sentence that begins with the option at fault, or none:
// a null pointer, a name that is malformed, reserved ("plugin") or not unique, no documentation, a
// text that is not printable (is_printable()), bounds without a value between them, bounds, choices
// or a formula for "auto" on a type that has none, or a default that the option's own bounds or
// choices forbid.
std::optional<std::string> option_table_fault(std::span<const OptionInfo> options);

}  // namespace skald::options
