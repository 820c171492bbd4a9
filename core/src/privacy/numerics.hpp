// Numbers that accounting needs: infinity, the normal law, roots, sums of logarithms.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <span>

#include "skald/parts/privacy/amplification.hpp"

namespace skald::privacy {

// The epsilon of a release without noise.

inline constexpr double infinity = std::numeric_limits<double>::infinity();

// The standard normal law where differences of tails are needed to full relative precision.

/// P(X <= x).
double normal_cdf(double x);

/// log P(X <= x); finite for every finite x.
double log_normal_cdf(double x);

// One-dimensional root search whose answer is on the safe side.

/// An interval, and the values of a function at its ends.
struct Bracket {
  double low, high, at_low, at_high;
};

/// The smallest x found in [low, high] with f(x) <= 0, for f decreasing with f(high) <= 0. The
/// returned point was evaluated and satisfies f <= 0; it is within `tolerance` (absolute, in x) of
/// the root unless 200 evaluations were not enough. f may return infinities; where it is no number,
/// it is not on the safe side.
double safe_root(const std::function<double(double)>& f, const Bracket& around, double tolerance);
double safe_root(const std::function<double(double)>& f, double low, double high, double tolerance);

// Sums of numbers that are known by their logarithms.

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

/// log(exp(x) - 1 - x) without cancellation.
inline double log_exp_remainder(double x) {
  if (x > 1) return x + std::log1p(-(1 + x) * std::exp(-x));
  if (x < -1) return std::log(std::expm1(x) - x);
  double series = 1;  // of exp(x) - 1 - x, over x^2 / 2
  for (double n = 20; n > 2; --n) series = 1 + x / n * series;
  return std::log(0.5 * x * x * series);
}

/// log(1 + exp(x)).
inline double log1p_exp(double x) { return x > 40 ? x : std::log1p(std::exp(x)); }

}  // namespace skald::privacy
