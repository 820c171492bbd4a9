#include "privacy/renyi_conversion.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include "privacy/guarantee.hpp"
#include "privacy/numerics.hpp"

namespace skald::privacy {
namespace {

double epsilon_at(double order, double divergence, double delta) {
  // Total variation is at most sqrt(1 - exp(-KL)), and KL is at most any divergence of order > 1.
  if (delta * delta >= -std::expm1(-divergence)) return 0;
  if (delta == 0) return infinity;
  return divergence + std::log1p(-1 / order) - (std::log(delta) + std::log(order)) / (order - 1);
}

double delta_at(double order, double divergence, double epsilon) {
  if (std::isinf(divergence)) return 1;
  const double exponent =
      (order - 1) * (divergence - epsilon + std::log1p(-1 / order)) - std::log(order);
  return std::min(std::exp(std::min(exponent, 0.0)), std::sqrt(-std::expm1(-divergence)));
}

template <class Bound>
RenyiOptimum minimise(std::span<const double> orders, std::span<const UpperBound> divergences,
                      RenyiOptimum best, Bound bound) {
  if (orders.size() != divergences.size()) {
    throw std::invalid_argument("Renyi conversion: one divergence is needed for every order");
  }
  for (std::size_t i = 0; i < orders.size(); ++i) {
    const UpperBound value = bound(orders[i], divergences[i]);
    if (!(value < best.value)) continue;
    best = {value, orders[i], i == 0 || i + 1 == orders.size()};
  }
  if (best.value == 0) best = {0, 0, false};
  return best;
}

}  // namespace

RenyiOptimum renyi_epsilon(std::span<const double> orders, std::span<const UpperBound> divergences,
                           double delta) {
  check_budget(0, delta);
  return minimise(orders, divergences, {delta < 1 ? infinity : 0, 0, false},
                  [&](double order, double r) { return epsilon_at(order, r, delta); });
}

RenyiOptimum renyi_delta(std::span<const double> orders, std::span<const UpperBound> divergences,
                         double epsilon) {
  check_budget(epsilon, 0);
  if (std::isinf(epsilon)) return {0, 0, false};
  return minimise(orders, divergences, {1, 0, false},
                  [&](double order, double r) { return delta_at(order, r, epsilon); });
}

double zcdp_epsilon(double rho, double delta) {
  check_budget(rho, delta);
  if (rho == 0 || delta == 1) return 0;
  return rho + 2 * std::sqrt(-rho * std::log(delta));
}

double zcdp_delta(double rho, double epsilon) {
  check_budget(rho, 0);
  check_budget(epsilon, 0);
  if (rho == 0 || std::isinf(epsilon)) return 0;
  if (epsilon <= rho) return 1;
  return std::exp(-(epsilon - rho) * (epsilon - rho) / (4 * rho));
}

namespace {

double exponent(const RenyiCurve& curve, double order) { return (order - 1) * curve(order); }

// (order - 1) times the divergence at a whole order of at least 2. The weights of a binomial law
// add up to 1, so that of each term only what exceeds its weight is added.
double log_moment_of_poisson(const RenyiCurve& curve, double order, double rate) {
  constexpr double factor = 3;  // of terms from the third on
  std::vector<double> terms;
  for (double k = 2; k <= order; ++k) {
    const double rest = k < order ? (order - k) * std::log1p(-rate) : 0;
    const double log_weight = log_binomial(order, k) + k * std::log(rate) + rest;
    const double grown = exponent(curve, k) + (k > 2 ? std::log(factor) : 0);
    if (grown > 0) terms.push_back(log_weight + log_expm1(grown));
  }
  return log1p_exp(log_sum(terms));
}

double log_moment_of_fixed_size(const RenyiCurve& curve, double order, double rate) {
  const double two = exponent(curve, 2);
  const double difference = two > 0 ? std::log(4) + log_expm1(two) : -infinity;
  std::vector<double> terms;
  for (double k = 2; k <= order; ++k) {
    double factor = std::log(2) + exponent(curve, k);
    if (k == 2) factor = std::min(factor, difference);
    terms.push_back(log_binomial(order, k) + k * std::log(rate) + factor);
  }
  return log1p_exp(log_sum(terms));
}

// By the chord between whole orders: cumulants are convex in the order and 0 at order 1.
template <class Cumulant>
RenyiCurve sampled(RenyiCurve curve, double rate, Cumulant cumulant) {
  return [=, curve = std::move(curve)](double order) {
    const UpperBound unsampled = curve(order);
    if (rate == 0) return UpperBound(0);
    if (rate == 1) return unsampled;
    const double low = std::floor(order), share = order - low;
    const double left = low > 1 ? cumulant(curve, low, rate) : 0;
    const double right = share > 0 ? cumulant(curve, low + 1, rate) : 0;
    return std::min(UpperBound(((1 - share) * left + share * right) / (order - 1)), unsampled);
  };
}

}  // namespace

RenyiCurve poisson_renyi(RenyiCurve curve, double rate) {
  return sampled(std::move(curve), rate, log_moment_of_poisson);
}

RenyiCurve fixed_size_renyi(RenyiCurve curve, double rate) {
  return sampled(std::move(curve), rate, log_moment_of_fixed_size);
}

}  // namespace skald::privacy
