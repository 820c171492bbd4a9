// The values of one axis as a document writes them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "json/json.hpp"

namespace skald::grid {

struct AxisValues {
  std::vector<json::JsonValue> values;
  std::string fault;  // continues the axis's name: "has no values"; empty: no fault
  std::string hint;
  json::Place place;  // of the fault
};

// Returns how many values axis_values() would make, without making them; 0 if `json` has a fault.
std::int64_t axis_length(const json::JsonValue& json);

// Returns the values that `json` gives to an axis. It is one of
// - a list of values;
// - a single value, which counts as a list of one;
// - {"linspace": [a, b, n]}: n equally spaced values from a to b, both included;
// - {"logspace": [a, b, n]}: the same with equal ratios; a and b are values above 0, not exponents;
// - {"range": [a, b, step]}: a, a + step, ... as far as b, which is included if a step reaches it.
// Generated values are rounded to 15 significant digits, so that they are what a person would write
// (0.3, not 0.30000000000000004).
AxisValues axis_values(const json::JsonValue& json);

}  // namespace skald::grid
