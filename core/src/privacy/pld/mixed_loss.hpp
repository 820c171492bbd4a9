// How sampling changes the loss of a single pair of outcomes.
#pragma once

#include <cmath>

#include "privacy/infinity.hpp"

namespace skald::privacy {

// The loss log(1 - q + q e^s) of the mixture that samples with probability q, where s is the loss
// without sampling.
inline double mixed_loss(double s, double q) {
  return s > 0 ? s + std::log(q + (1 - q) * std::exp(-s)) : std::log1p(q * std::expm1(s));
}

// The s for which mixed_loss(s, q) is l; minus infinity at and below l = log(1 - q).
inline double unmixed_loss(double l, double q) {
  if (l > 40) return l - std::log(q);
  const double u = std::expm1(l) / q;
  return u > -1 ? std::log1p(u) : -infinity;
}

}  // namespace skald::privacy
