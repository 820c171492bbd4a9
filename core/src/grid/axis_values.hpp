// The values of one axis as a document writes them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
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

// What the options of a random axis are drawn from.
struct Distribution {
  enum class Kind { choices, uniform, log_uniform, integers };

  Kind kind = Kind::choices;
  std::vector<json::JsonValue> choices;  // equally likely
  double low = 0, high = 0;              // of the others, both included

  // Returns the value at u in [0, 1): a choice, or the quantile of u, with 4 significant digits
  // unless it is an integer.
  json::JsonValue value(double u) const;
};

struct ReadDistribution {
  Distribution distribution;
  std::string fault;  // continues the option's name: "goes from ..."; empty: no fault
  std::string hint;
  json::Place place;  // of the fault
};

// Reads a list of choices, {"uniform": [a, b]}, {"log_uniform": [a, b]} or {"integers": [a, b]}.
ReadDistribution read_distribution(const json::JsonValue& json);

// Returns the number in [0, 1) by which draw `draw` of an option is made. It depends on nothing
// else, so that further draws or options leave those before them as they are.
double uniform_number(std::int64_t seed, std::string_view option, std::int64_t draw);

}  // namespace skald::grid
