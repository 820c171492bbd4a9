#include "privacy/numerics.hpp"

#include <boost/math/tools/toms748_solve.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
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

double safe_root(const std::function<double(double)>& f, const Bracket& around, double tolerance) {
  constexpr double bounded = 1e3;  // keeps interpolation finite; only the sign matters far away
  const auto kept = [&](double value) {
    return std::isnan(value) ? bounded : std::clamp(value, -bounded, bounded);
  };
  if (around.at_low <= 0) return around.low;
  if (!(around.at_high < 0)) return around.high;
  double safe = around.high;
  const auto g = [&](double x) {
    const double value = f(x);
    if (value <= 0) safe = std::min(safe, x);
    return kept(value);
  };
  std::uintmax_t evaluations = 200;
  boost::math::tools::toms748_solve(
      g, around.low, around.high, kept(around.at_low), kept(around.at_high),
      [&](double a, double b) { return b - a <= tolerance; }, evaluations);
  return safe;
}

double safe_root(const std::function<double(double)>& f, double low, double high,
                 double tolerance) {
  return safe_root(f, {low, high, f(low), f(high)}, tolerance);
}

}  // namespace skald::privacy
