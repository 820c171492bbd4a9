// Checks the consistency of an option table.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "options/option_value.hpp"
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

// Values of options in the form in which they cross the plugin boundary.

// Borrows from `value`, whose path becomes its location.
Value borrowed(const OptionValue& value);

// Options set out for people: a line each, in aligned columns.

// One line of a listing (UTF-8).
struct OptionRow {
  std::string name;
  std::string symbol;  // in the literature
  std::string type;
  std::string preset;   // the default, "required" or "optional"
  std::string values;   // that are allowed
  std::string meaning;  // and where the option counts
};

std::vector<OptionRow> rows_of(std::span<const OptionInfo> options);

// Returns a heading and the rows, indented by two spaces, in columns aligned for a fixed-width
// font; a column that is empty in every row is left out. Where that is wider than `most` characters
// (at least 20), each row is a paragraph. Lines end with '\n'.
inline constexpr std::size_t kAnyWidth = static_cast<std::size_t>(-1);
std::string listing(const std::vector<OptionRow>& rows, std::size_t most = kAnyWidth);

}  // namespace skald::options
