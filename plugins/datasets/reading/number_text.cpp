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

std::optional<double> parse_unsigned(std::string_view field, DecimalMark mark) {
  if (mark == DecimalMark::point) return parse(field);
  std::array<char, 64> text{};
  if (field.size() > text.size() || field.find('.') != std::string_view::npos) return std::nullopt;
  std::replace_copy(field.begin(), field.end(), text.begin(), ',', '.');
  return parse({text.data(), field.size()});
}

}  // namespace

std::optional<double> parse_number(std::string_view field, DecimalMark mark) {
  while (field.starts_with(' ')) field.remove_prefix(1);
  while (field.ends_with(' ')) field.remove_suffix(1);
  bool is_negative = false;
  for (const std::string_view sign : {"+", "-", "\u2212"}) {
    if (!field.starts_with(sign)) continue;
    is_negative = sign != "+";
    field.remove_prefix(sign.size());
    break;
  }
  const auto size = field.starts_with('-') ? std::nullopt : parse_unsigned(field, mark);
  return size && is_negative ? std::optional(-*size) : size;
}

std::string number_text(double number) {
  std::array<char, 32> digits{};
  return {digits.begin(), std::to_chars(digits.begin(), digits.end(), number).ptr};
}

}  // namespace skald
