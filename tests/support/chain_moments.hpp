// Moments over independent chains, and how far they are from what they should be.
#pragma once

#include <Eigen/Core>
#include <cmath>

namespace skald::test {

// (mean of the values - expected) in standard errors estimated from the values, which are
// independent. For thousands of them it is normal to the precision that matters:
// P(|z| > 5.5) = 4e-8.
inline double z_score(const Eigen::ArrayXd& values, double expected) {
  const auto n = static_cast<double>(values.size());
  const double mean = values.mean();
  return (mean - expected) / std::sqrt((values - mean).square().sum() / (n * (n - 1)));
}

}  // namespace skald::test
