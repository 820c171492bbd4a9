// Reads the value of one option from JSON and checks it against the plugin's declaration.
#pragma once

#include <string>
#include <string_view>

#include "json/json.hpp"
#include "options/option_value.hpp"
#include "skald/options.hpp"

namespace skald::grid {

// A value, or what is wrong with it. The texts continue the option's name: "must be in (0, 1], got
// 1.5".
struct CheckedValue {
  options::OptionValue value;
  std::string fault;  // empty: the value is right
  std::string hint;
  json::Place place;  // of the part that is wrong; line 0: the whole value
};

// Reads the value of an option. null unsets an optional option. Integers may be written 1e5,
// infinities "inf", "infinity" and "-inf". Where a number is expected, a string that begins with
// "=" becomes an Expression, and so does "auto" if the option declares what it stands for. Relative
// paths are resolved against `folder`.
CheckedValue read_option(const OptionInfo& option, const json::JsonValue& json,
                         std::string_view folder);

// Same, for a document without formulas, paths, infinities and null: an option that has no value is
// left out, an array has one axis.
CheckedValue read_plain(const OptionInfo& option, const json::JsonValue& json);

// Converts a computed value to the option's type; it must be in range and not NaN, and integral for
// an integer.
CheckedValue check_number(const OptionInfo& option, double value);

}  // namespace skald::grid
