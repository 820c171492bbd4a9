// What the coefficients of a model are, where its predictors are linear in the features.
#pragma once

#include "skald/model.hpp"

namespace skald {

// Extension: the model sees a row x only through predictors s_o = w_o' x + b_o, o = 0, 1, ..., and
// theta consists of their weights and intercepts, and perhaps of parameters of other kinds.
class LinearCoefficients {
 public:
  static constexpr const char* id = "skald.linear_coefficients/1";

  // weight: of a feature. intercept: b_o. log_scale: the logarithm of a scale of the target, in
  // units that are those of the target. other: does not depend on the scale of any column.
  enum class Part : std::uint32_t { weight, intercept, log_scale, other };
  struct Coefficient {
    Part part = Part::other;
    Index output = 0;            // the predictor that it belongs to
    Index feature = 0;           // of a weight
    const char* name = nullptr;  // of a coefficient that is no weight; owned by the model
  };

  virtual ~LinearCoefficients() = default;
  // Number of predictors.
  virtual Index outputs() const = 0;
  // The meaning of theta[place], 0 <= place < dimension().
  virtual Coefficient coefficient(Index place) const = 0;
  // Whether the predictor is the expected target, in its units, as in linear regression.
  virtual bool predicts_target() const { return false; }
};

}  // namespace skald
