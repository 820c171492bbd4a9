// Sums of numbers that are known by their logarithms.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "skald/parts/privacy/amplification.hpp"

namespace skald::privacy {

inline double log_sum(std::span<const double> logs) {
  if (logs.empty()) return -std::numeric_limits<double>::infinity();
  const double largest = *std::max_element(logs.begin(), logs.end());
  if (!std::isfinite(largest)) return largest;
  double sum = 0;
  for (const double value : logs) sum += std::exp(value - largest);
  return largest + std::log(sum);
}

/// log(exp(x) - 1) for x > 0.
inline double log_expm1(double x) { return x > 40 ? x : std::log(std::expm1(x)); }

/// log(1 + exp(x)).
inline double log1p_exp(double x) { return x > 40 ? x : std::log1p(std::exp(x)); }

}  // namespace skald::privacy
