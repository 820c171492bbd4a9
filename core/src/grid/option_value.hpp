// One option's value: read from JSON, checked against what its plugin declares.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "grid/cell.hpp"
#include "grid/json.hpp"
#include "skald/options.hpp"

namespace skald {

// A value, or what is wrong with it. The texts begin behind the option's name: "must be in (0, 1],
// got 1.5".
struct CheckedValue {
  OptionValue value;
  std::string fault;  // "": the value is right
  std::string hint;
  Place place;  // of the part that is wrong; line 0: the whole value
};

// null unsets an optional option; integers may be written 1e5, infinities "inf", "infinity" and
// "-inf"; a string that begins with "=" becomes an Expression where a number is wanted, as does
// "auto" where the option says what that stands for; relative paths are resolved against `folder`.
CheckedValue read_option(const OptionInfo& option, const JsonValue& json, std::string_view folder);

// The default, or std::monostate for an optional option and a required one.
OptionValue default_of(const OptionInfo& option, std::string_view folder);
bool is_required(const OptionInfo& option);

// A computed value as the option's type: not NaN, in range, integral for an integer.
CheckedValue check_number(const OptionInfo& option, double value);

// "in (0, 1]", "above 0", "at least 1", or "" if every number is allowed.
std::string range_text(const OptionInfo& option);
std::vector<std::string> choices_of(const OptionInfo& option);

// `written` itself if absolute or below the data folder ("data:..."), else below `folder`; without
// "." and ".." where possible. Looks at no file.
std::string resolve_path(std::string_view folder, std::string_view written);

// Whether two values are the same for `when` and `exclude`: numbers to a relative 1e-12, so that
// 0.1 + 0.2 matches 0.3; everything else exactly.
bool matches(const OptionValue& a, const OptionValue& b);

}  // namespace skald
