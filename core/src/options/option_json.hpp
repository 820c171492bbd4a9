// The value of an option as JSON that preserves its type and every bit.
//
// Integers have digits only; doubles have a point or an exponent, or are strings (1.0, 1e+22,
// "inf", "-inf"); expressions are strings that begin with "="; arrays are nested lists of doubles;
// files are {"path": as written}; an option without a value is null. A text option that would look
// like one of these is {"text": ...}.
#pragma once

#include <string_view>

#include "json/json.hpp"
#include "options/option_value.hpp"

namespace skald::options {

// Returns the form that identifies a cell, which leaves out the locations of files.
json::JsonValue to_json(const OptionValue& value);

// Same, with the locations of files: {"path": as written, "resolved": ...}.
json::JsonValue to_full_json(const OptionValue& value);

// Reads either form; paths without "resolved" are resolved against `folder`. Throws
// std::invalid_argument if the JSON has neither form.
OptionValue from_json(const json::JsonValue& json, std::string_view folder);

}  // namespace skald::options
