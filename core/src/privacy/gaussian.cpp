#include "privacy/gaussian.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>

#include "privacy/guarantee.hpp"
#include "privacy/numerics.hpp"

namespace skald::privacy {
namespace {

constexpr double search_tolerance = 1e-14;

// log of gaussian_delta for 0 < sigma < inf.
double log_gaussian_delta(double sigma, double epsilon) {
  if (epsilon == 0) return std::log(std::erf(0.5 / (sigma * std::numbers::sqrt2)));
  const double gain = log_normal_cdf(0.5 / sigma - epsilon * sigma);
  const double loss = epsilon + log_normal_cdf(-0.5 / sigma - epsilon * sigma);
  return loss < gain ? gain + std::log(-std::expm1(loss - gain)) : -infinity;
}

}  // namespace

double gaussian_delta(double sigma, double epsilon) {
  check_budget(epsilon, 0);
  if (!(sigma >= 0)) throw std::invalid_argument("gaussian_delta: sigma must be 0 or more");
  if (epsilon == infinity || sigma == infinity) return 0;
  if (sigma == 0) return 1;
  return std::exp(log_gaussian_delta(sigma, epsilon));
}

double gaussian_epsilon(double sigma, double delta) {
  check_budget(0, delta);
  if (gaussian_delta(sigma, 0) <= delta) return 0;
  if (delta == 0 || sigma == 0) return infinity;
  const double target = std::log(delta);
  const auto excess = [&](double epsilon) { return log_gaussian_delta(sigma, epsilon) - target; };
  // The Chernoff bound 1/(2 s^2) + sqrt(2 ln(1/delta)) / s lies above the answer.
  const double high = 0.5 / (sigma * sigma) + std::sqrt(-2 * target) / sigma;
  if (!std::isfinite(high)) return infinity;
  return safe_root(excess, 0, high, search_tolerance * std::max(high, 1e-3));
}

double analytic_gaussian_sigma(double epsilon, double delta) {
  check_budget(epsilon, delta);
  if (delta >= 1 || epsilon == infinity) return 0;
  if (delta == 0) return infinity;
  const double target = std::log(delta);
  const auto excess = [&](double log_sigma) {
    return log_gaussian_delta(std::exp(log_sigma), epsilon) - target;
  };
  double high = 1;
  while (excess(high) > 0) high += 4;
  double low = high - 4;
  while (excess(low) <= 0) low -= 4;
  return std::exp(safe_root(excess, low, high, search_tolerance));
}

double classical_gaussian_sigma(double epsilon, double delta) {
  check_budget(epsilon, delta);
  if (!(epsilon > 0 && epsilon <= 1 && delta > 0)) {
    throw std::invalid_argument(
        "classical Gaussian mechanism: epsilon = " + std::to_string(epsilon) +
        ", expected 0 < epsilon <= 1 and delta > 0, where its proof holds; "
        "use the accountant pld");
  }
  return std::sqrt(2 * std::log(1.25 / delta)) / epsilon;
}

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
