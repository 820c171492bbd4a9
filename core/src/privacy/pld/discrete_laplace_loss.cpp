#include "privacy/pld/discrete_laplace_loss.hpp"

#include <cmath>

namespace skald::privacy {

LossTailFunction discrete_laplace_tails(double scale, std::int64_t distance) {
  const auto d = static_cast<double>(distance);
  const double end = d / scale, outer = 1 / (1 + std::exp(-1 / scale));  // mass of {x <= 0}
  return [=](double l) {
    if (l < -end) return LossTails{1, 1, 0, 0};
    if (l >= end) return LossTails{0, 0, 1, 1};
    // The loss of x is (d - 2 x) / scale from 0 to d, and constant beyond: above l up to `last`.
    const double last = std::ceil(0.5 * (d - l * scale)) - 1;
    const double p_below = outer * std::exp(-(last + 1) / scale);
    const double q_above = outer * std::exp(-(d - last) / scale);
    return LossTails{1 - p_below, q_above, p_below, 1 - q_above};
  };
}

LossRange discrete_laplace_range(double scale, std::int64_t distance) {
  return around_atoms(static_cast<double>(distance) / scale);
}

}  // namespace skald::privacy
