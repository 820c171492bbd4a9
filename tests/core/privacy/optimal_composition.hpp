// What k (epsilon, delta)-DP releases guarantee at best, as a referee for what composes them.
#pragma once

#include <cmath>
#include <cstdint>

#include "privacy/guarantee.hpp"
#include "privacy/numerics.hpp"

namespace skald::privacy {

// delta of k binary randomised responses with parameter `step` at loss `epsilon`.
inline double responses_delta(double step, double k, double epsilon) {
  const double log_yes = -std::log1p(std::exp(-step));
  const double log_no = -step + log_yes;
  double sum = 0;
  for (double yes = k; yes >= 0; --yes) {
    const double loss = (2 * yes - k) * step;
    if (loss <= epsilon) break;
    sum += std::exp(log_binomial(k, yes) + yes * log_yes + (k - yes) * log_no) *
           -std::expm1(epsilon - loss);
  }
  return std::min(sum, 1.0);
}

// Kairouz, Oh, Viswanath 2015, Theorem 3.3: the smallest epsilon of k releases, each `step`, at
// `delta`; infinity where delta is below 1 - (1 - step.delta)^k. step.epsilon is finite.
inline double optimal_composition(Budget step, std::int64_t k, double delta) {
  const auto n = static_cast<double>(k);
  const double kept = std::exp(n * std::log1p(-step.delta));
  const double slack = (delta - (1 - kept)) / kept;
  if (!(slack >= 0)) return infinity;
  const auto excess = [&](double epsilon) {
    return responses_delta(step.epsilon, n, epsilon) - slack;
  };
  const double most = n * step.epsilon;
  return safe_root(excess, 0, most, 1e-13 * std::max(most, 1e-3));
}

}  // namespace skald::privacy
