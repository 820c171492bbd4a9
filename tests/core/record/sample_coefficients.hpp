// Coefficients of a run, as an example.
#pragma once

#include "record/coefficients.hpp"

namespace skald::record {

inline Coefficients sample_coefficients() {
  using Part = LinearCoefficients::Part;
  Coefficients all;
  all.features = {{"one", 0, 1, true}, {"age", 38.5, 0.1, false}};
  all.outputs = {"a", "b"};
  all.target = {"y", -1, 2, false};
  all.has_data_scale = false;
  all.meanings = {{Part::weight, 1, 1, ""}, {Part::intercept, 0, 0, "intercept"}};
  return all;
}

}  // namespace skald::record
