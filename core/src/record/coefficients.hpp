// What the coefficients of a run are called, and how they relate to the scale of its data.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "skald/linear_coefficients.hpp"

namespace skald::record {

// value in the run = (value in the data - center) / scale
struct ScaledColumn {
  std::string name;
  double center = 0, scale = 1;
  bool is_constant = false;  // 1 in every row

  bool operator==(const ScaledColumn&) const = default;
};

struct CoefficientMeaning {
  LinearCoefficients::Part part = LinearCoefficients::Part::other;
  std::int64_t output = 0, feature = 0;
  std::string name;  // of a coefficient that is no weight

  bool operator==(const CoefficientMeaning&) const = default;
};

struct Coefficients {
  std::vector<ScaledColumn> features;
  std::vector<std::string> outputs;  // names of the predictors; a single one may have none
  ScaledColumn target;               // of a regression; otherwise with center 0 and scale 1
  bool has_data_scale = true;        // false: the model does not see the features as they are
  std::vector<CoefficientMeaning> meanings;  // one per coefficient

  bool operator==(const Coefficients&) const = default;
};

// Throws std::invalid_argument, naming the fault, unless scales are positive and finite, centers
// finite, and outputs and features of weights among those that there are.
void require_sound(const Coefficients& coefficients);

}  // namespace skald::record
