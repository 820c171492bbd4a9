// One option's value: read from JSON, checked against what its plugin declares.
#pragma once

#include <string>
#include <string_view>

#include "json/json.hpp"
#include "options/option_value.hpp"
#include "skald/options.hpp"

namespace skald::grid {

// A value, or what is wrong with it. The texts begin behind the option's name: "must be in (0, 1],
// got 1.5".
struct CheckedValue {
  options::OptionValue value;
  std::string fault;  // "": the value is right
  std::string hint;
  json::Place place;  // of the part that is wrong; line 0: the whole value
};

// null unsets an optional option; integers may be written 1e5, infinities "inf", "infinity" and
// "-inf"; a string that begins with "=" becomes an Expression where a number is wanted, as does
// "auto" where the option says what that stands for; relative paths are resolved against `folder`.
CheckedValue read_option(const OptionInfo& option, const json::JsonValue& json,
                         std::string_view folder);

// A computed value as the option's type: not NaN, in range, integral for an integer.
CheckedValue check_number(const OptionInfo& option, double value);

}  // namespace skald::grid
