#include "privacy/normal.hpp"

#include <cmath>
#include <numbers>

namespace skald::privacy {

double normal_cdf(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }

double log_normal_cdf(double x) {
  if (x > 0) return std::log1p(-normal_cdf(-x));
  if (x > -30) return std::log(normal_cdf(x));
  // Mills ratio, Abramowitz and Stegun 26.2.12; the first omitted term is below 1e-15 here.
  const double t = 1 / (x * x);
  const double series = 1 - t * (1 - t * (3 - t * (15 - t * (105 - t * 945))));
  constexpr double half_log_two_pi = 0.91893853320467274178;
  return -0.5 * x * x - std::log(-x) - half_log_two_pi + std::log(series);
}

}  // namespace skald::privacy
