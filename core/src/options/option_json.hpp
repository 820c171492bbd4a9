// The value of an option as JSON that keeps its type and every bit.
//
// Integers have digits only, doubles a point or an exponent (1.0, 1e+22, "inf", "-inf"),
// expressions are strings that begin with "=", arrays are nested lists of doubles, files are
// {"path": as written}, an option without value is null. A text option that would look like one of
// these is {"text": ...}.
#pragma once

#include <string_view>

#include "json/json.hpp"
#include "options/option_value.hpp"

namespace skald::options {

// What identifies a cell: without where files are.
json::JsonValue to_json(const OptionValue& value);

// The same with where files are: {"path": as written, "resolved": ...}.
json::JsonValue to_full_json(const OptionValue& value);

// The value; paths without "resolved" are resolved against `folder`. Throws std::invalid_argument
// if the JSON is of neither form.
OptionValue from_json(const json::JsonValue& json, std::string_view folder);

}  // namespace skald::options
