// Numbers in data files.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace skald {

// The mark before the fraction of a number.
enum class DecimalMark : char { point = '.', comma = ',' };

// A finite number in decimal notation, with or without blanks around it and one sign, which may be
// the minus of typesetters (U+2212); else nothing.
std::optional<double> parse_number(std::string_view field, DecimalMark mark = DecimalMark::point);

// The shortest text that is read as this number: "1", "0.5", "nan".
std::string number_text(double number);

}  // namespace skald
