// Numbers in data files.
#pragma once

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

namespace skald {

// A finite number in decimal notation, with or without blanks around it and a sign; else nothing.
inline std::optional<double> parse_number(std::string_view field) {
  while (field.starts_with(' ')) field.remove_prefix(1);
  while (field.ends_with(' ')) field.remove_suffix(1);
  if (field.starts_with('+')) field.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (error != std::errc() || end != field.data() + field.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

}  // namespace skald
