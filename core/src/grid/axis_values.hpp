// The values of one axis as a document writes them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "json/json.hpp"

namespace skald::grid {

struct AxisValues {
  std::vector<json::JsonValue> values;
  std::string fault;  // behind the axis' name: "has no values"; "": none
  std::string hint;
  json::Place place;  // of the fault
};

// How many values axis_values() gives, without making them; 0 where it has a fault.
std::int64_t axis_length(const json::JsonValue& json);

// A list; one value, which is a list of one; or {"linspace": [a, b, n]}: n values with equal
// differences, a and b included; {"logspace": [a, b, n]}: the same with equal ratios, a and b being
// values (not exponents) above 0; {"range": [a, b, step]}: a, a + step, ... up to b, b included
// where it is reached. Made values are rounded to 15 significant digits, so that they are what a
// person would write (0.3, not 0.30000000000000004).
AxisValues axis_values(const json::JsonValue& json);

}  // namespace skald::grid
