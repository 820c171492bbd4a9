#include "privacy/trade_off.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "privacy/normal.hpp"
#include "privacy/root.hpp"

namespace skald::privacy {
namespace {

void check_alarms(double alarms) {
  if (alarms >= 0 && alarms <= 1) return;
  throw std::invalid_argument("a trade-off: expected a rate of false alarms from 0 to 1");
}

}  // namespace

double least_missed(std::span<const Budget> points, double alarms) {
  check_alarms(alarms);
  double least = 0;
  for (const Budget& point : points) {
    const double grown = std::exp(point.epsilon);
    least = std::max({least, 1 - point.delta - grown * alarms,
                      std::exp(-point.epsilon) * (1 - point.delta - alarms)});
  }
  return least;
}

double gaussian_missed(double mu, double alarms) {
  check_alarms(alarms);
  if (alarms == 0 || alarms == 1) return 1 - alarms;
  // The t with P(N(0, 1) > t) = alarms; beyond +-40 double precision ends.
  const double t =
      safe_root([alarms](double x) { return normal_cdf(-x) - alarms; }, -40, 40, 1e-14);
  return normal_cdf(t - mu);
}

const std::vector<double>& usual_alarms() {
  static const std::vector<double> rates{1e-4, 1e-3, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2,  0.25,
                                         0.3,  0.4,  0.5,  0.6,  0.7,  0.8, 0.9,  0.95, 0.99};
  return rates;
}

}  // namespace skald::privacy
