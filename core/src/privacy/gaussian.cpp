#include "privacy/gaussian.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>

#include "privacy/budget.hpp"
#include "privacy/infinity.hpp"
#include "privacy/normal.hpp"
#include "privacy/root.hpp"

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

}  // namespace skald::privacy
