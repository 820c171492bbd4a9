// What the options of a random axis are drawn from.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "json/json.hpp"

namespace skald::grid {

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
