// Draws with a known autocorrelation, for tests of what measures it.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <cstdint>
#include <random>

// Returns draws x chains of the stationary AR(1) process of unit variance, x' = coefficient x +
// noise.
inline Eigen::MatrixXd ar1(double coefficient, Eigen::Index draws, Eigen::Index chains,
                           std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  const double noise = std::sqrt(1 - coefficient * coefficient);
  Eigen::MatrixXd x(draws, chains);
  for (Eigen::Index j = 0; j < chains; ++j) {
    double now = normal(random);
    for (Eigen::Index k = 0; k < draws; ++k) {
      x(k, j) = now;
      now = coefficient * now + noise * normal(random);
    }
  }
  return x;
}
