// Standardisation of features.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <optional>

namespace skald {

struct Standardisation {
  double center, scale;
};

// Shifts and scales row k of `features` (one column per example) to mean 0 and variance 1 over the
// first `train` columns, the variance with divisor `train`, and returns by what. Returns nothing
// and changes nothing if the row is constant there.
inline std::optional<Standardisation> standardise_row(Eigen::MatrixXd& features, Eigen::Index k,
                                                      Eigen::Index train) {
  const double mean = features.row(k).head(train).mean();
  const double variance = (features.row(k).head(train).array() - mean).square().mean();
  if (!(variance > 1e-24 * mean * mean)) return std::nullopt;
  const double deviation = std::sqrt(variance);
  features.row(k) = (features.row(k).array() - mean) / deviation;
  return Standardisation{mean, deviation};
}

}  // namespace skald
