#include "privacy/renyi_conversion.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "privacy/budget.hpp"
#include "privacy/infinity.hpp"

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

}  // namespace skald::privacy
