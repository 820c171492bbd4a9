// Privacy curves of pairs of laws, as referees of what is made of them.
#pragma once

#include <cmath>

#include "privacy/gaussian.hpp"
#include "privacy/pld/loss_bins.hpp"

namespace skald::privacy {

// delta at `epsilon` of one direction of a pair, from its tails.
inline double curve(const LossLaw& law, double epsilon) {
  const LossTails t = law.tails(epsilon);
  return t.p_above - std::exp(epsilon) * t.q_above;
}

// delta of N(mu, 1) against N(0, 1) at any epsilon, negative ones too.
inline double gaussian_curve(double mu, double epsilon) {
  if (epsilon >= 0) return gaussian_delta(1 / mu, epsilon);
  return -std::expm1(epsilon) + std::exp(epsilon) * gaussian_delta(1 / mu, -epsilon);
}

inline double normal_density(double x) {
  return std::exp(-0.5 * x * x) / std::sqrt(2 * 3.14159265358979324);
}

}  // namespace skald::privacy
