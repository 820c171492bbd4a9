#include "reading/number_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace skald {
namespace {

std::optional<double> parse(std::string_view digits) {
  double value = 0;
  const char* last = digits.data() + digits.size();
  const auto [end, error] = std::from_chars(digits.data(), last, value);
  if (error != std::errc() || end != last || !std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace

std::optional<double> parse_number(std::string_view field, DecimalMark mark) {
  while (field.starts_with(' ')) field.remove_prefix(1);
  while (field.ends_with(' ')) field.remove_suffix(1);
  if (field.starts_with('+')) {
    field.remove_prefix(1);
    if (field.starts_with('-')) return std::nullopt;
  }
  if (constexpr std::string_view minus = "\u2212"; field.starts_with(minus)) {
    field.remove_prefix(minus.size());
    if (field.starts_with('-')) return std::nullopt;
    const auto value = parse_number(field, mark);
    return value ? std::optional(-*value) : std::nullopt;
  }
  if (mark == DecimalMark::point) return parse(field);
  std::array<char, 64> text{};
  if (field.size() > text.size() || field.find('.') != std::string_view::npos) return std::nullopt;
  std::replace_copy(field.begin(), field.end(), text.begin(), ',', '.');
  return parse({text.data(), field.size()});
}

std::string number_text(double number) {
  std::array<char, 32> digits{};
  return {digits.begin(), std::to_chars(digits.begin(), digits.end(), number).ptr};
}

}  // namespace skald
