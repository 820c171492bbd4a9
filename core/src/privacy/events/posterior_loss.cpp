#include "privacy/events/posterior_loss.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace skald::privacy {

double posterior_range(double spread, double temp, Relation relation) {
  return (relation == Relation::replace_one ? 2 : 1) * spread / temp;
}

LossLaw posterior_law(double range) {
  const double whole = -std::expm1(-range);
  return {[=](double l) {
            if (l <= -range) return LossTails{1, 1, 0, 0};
            if (l >= range) return LossTails{0, 0, 1, 1};
            const double upper = -std::expm1((l - range) / 2) / whole;
            const double lower = -std::expm1(-(l + range) / 2) / whole;
            const double shrink = std::exp(-(range + l) / 2), rest = std::exp((l - range) / 2);
            return LossTails{upper, shrink * upper, rest * lower, lower};
          },
          around_atoms(range)};
}

UpperBound posterior_rdp(double order, double range) {
  return std::min(order * range * range / 8, range);
}

void check(const PosteriorDraws& draws) {
  if (draws.range > 0 && std::isfinite(draws.range)) return;
  throw std::invalid_argument("posterior draws: expected a range above 0 and finite");
}

}  // namespace skald::privacy
