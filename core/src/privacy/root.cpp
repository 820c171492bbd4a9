#include "privacy/root.hpp"

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>

namespace skald::privacy {

double safe_root(const std::function<double(double)>& f, double low, double high, double tolerance,
                 unsigned long most_evaluations) {
  constexpr double bounded = 1e3;  // keeps interpolation finite; only the sign matters far away
  double safe = high;
  const auto g = [&](double x) {
    const double value = f(x);
    if (value <= 0) safe = std::min(safe, x);
    return std::isnan(value) ? bounded : std::clamp(value, -bounded, bounded);
  };
  const double at_low = g(low);
  if (at_low <= 0) return low;
  const double at_high = g(high);
  if (at_high >= 0) return high;
  std::uintmax_t evaluations = most_evaluations;
  boost::math::tools::toms748_solve(
      g, low, high, at_low, at_high, [&](double a, double b) { return b - a <= tolerance; },
      evaluations);
  return safe;
}

}  // namespace skald::privacy
