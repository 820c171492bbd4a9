#include "privacy/root.hpp"

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>

namespace skald::privacy {

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
