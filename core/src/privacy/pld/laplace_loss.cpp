#include "privacy/pld/laplace_loss.hpp"

#include <cmath>

namespace skald::privacy {

LossTailFunction laplace_tails(double distance) {
  return [=](double l) {
    if (l < -distance) return LossTails{1, 1, 0, 0};
    if (l >= distance) return LossTails{0, 0, 1, 1};
    const double p_below = 0.5 * std::exp(-0.5 * (distance - l));
    const double q_above = 0.5 * std::exp(-0.5 * (distance + l));
    return LossTails{1 - p_below, q_above, p_below, 1 - q_above};
  };
}

LossRange laplace_range(double distance) { return around_atoms(distance); }

}  // namespace skald::privacy
