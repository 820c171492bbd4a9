#include "text/number_text.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace skald::text {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLargestExact = 9007199254740992.0;  // 2^53

template <class T>
std::optional<T> read(std::string_view text) {
  T value{};
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stopped != end) return std::nullopt;
  return value;
}

// Returns the value as std::to_chars() writes it.
template <class... Form>
std::string written(double value, Form... form) {
  std::array<char, 512> buffer{};  // the largest double has 309 digits before the point
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, form...);
  return {buffer.data(), result.ptr};
}

}  // namespace

std::optional<double> to_number(std::string_view text) {
  if (text == "inf" || text == "infinity") return kInfinity;
  if (text == "-inf" || text == "-infinity") return -kInfinity;
  const auto value = read<double>(text);
  if (!value || !std::isfinite(*value)) return std::nullopt;
  return value;
}

std::optional<std::int64_t> to_integer(std::string_view text) {
  if (const auto integer = read<std::int64_t>(text)) return integer;
  const auto number = to_number(text);
  return number ? to_integer(*number) : std::nullopt;
}

std::optional<std::int64_t> to_integer(double value) {
  if (!(std::abs(value) <= kLargestExact) || value != std::trunc(value)) return std::nullopt;
  return static_cast<std::int64_t>(value);
}

std::string number_text(double value) { return written(value); }

std::string number_text(double value, int digits) {
  return written(value, std::chars_format::general, digits);
}

std::string fixed_text(double value, int decimals) {
  return written(value, std::chars_format::fixed, decimals);
}

double round_to_literal(double value) {
  return read<double>(written(value, std::chars_format::scientific, 14)).value_or(value);
}

}  // namespace skald::text
