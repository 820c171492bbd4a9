// Moments over independent chains, and their distance from the expected values.
#pragma once

#include <Eigen/Core>
#include <cmath>

namespace skald::test {

// (mean of the values - expected) in standard errors estimated from the values, which are
// independent. For thousands of values it is normal to sufficient precision: P(|z| > 5.5) = 4e-8.
inline double z_score(const Eigen::ArrayXd& values, double expected) {
  const auto n = static_cast<double>(values.size());
  const double mean = values.mean();
  return (mean - expected) / std::sqrt((values - mean).square().sum() / (n * (n - 1)));
}

}  // namespace skald::test
