// Options set out for people: a line each, in aligned columns.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "skald/options.hpp"

namespace skald::options {

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
