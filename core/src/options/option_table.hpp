// Checks the consistency of an option table.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "skald/options.hpp"

namespace skald::options {

// Returns "boolean", "integer", "number", "text", "path" or "numbers"; empty if the value is not a
// type.
std::string_view name_of(OptionType type);

// Returns the first fault of a table, as a sentence that begins with the option at fault, or
// nothing. Faults are a null pointer; a name that is malformed, reserved ("plugin") or not unique;
// missing documentation; a text that is not printable (is_printable()); bounds that allow no value;
// bounds, choices or a formula for "auto" on a type that cannot have them; a default that the
// option's own bounds or choices forbid; a condition (Option::only_if()) on an option that the
// table lacks, or on a word that it cannot have.
std::optional<std::string> option_table_fault(std::span<const OptionInfo> options);

}  // namespace skald::options
