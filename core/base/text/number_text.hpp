// Converts numbers to text and back without losing a bit.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace skald::text {

// Returns the double nearest to a decimal literal, or to "inf", "infinity", "-inf", "-infinity";
// nothing for any other text and for literals beyond the range of doubles. Never NaN.
std::optional<double> to_number(std::string_view text);

// Returns the integer that a literal denotes: plain digits, or a form such as 1e5 or 2.0 whose
// value is integral and at most 2^53 in magnitude.
std::optional<std::int64_t> to_integer(std::string_view text);

// Returns the integer equal to a double, if there is one of at most 2^53 in magnitude.
std::optional<std::int64_t> to_integer(double value);

// Returns the shortest text that reads back as the same double: "0.1", "5", "1e+22", "inf", "-inf".
std::string number_text(double value);

// Rounds to `digits` significant digits, without trailing zeros: "0.3", "1.23457e+06".
std::string number_text(double value, int digits);

// Writes this many digits after the point: "0.30".
std::string fixed_text(double value, int decimals);

// Returns the double nearest to the value's first 15 significant digits: 0.1 + 0.2 becomes 0.3.
double round_to_literal(double value);

// Numbers of things, as sentences have them.

// "1 axis", "3 axes"; "1 setting has", "3 settings have".
template <std::integral Number>
std::string counted(Number n, std::string_view one, std::string_view many) {
  return std::to_string(n) + " " + std::string(n == 1 ? one : many);
}
// "1 run", "3 runs".
template <std::integral Number>
std::string counted(Number n, std::string_view one) {
  return counted(n, one, std::string(one) + "s");
}

}  // namespace skald::text
