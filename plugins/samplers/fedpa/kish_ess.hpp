// The number of equally weighted draws that a weighted sample is worth.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace skald {

// (sum w)^2 / sum w^2 of weights given by their logarithms (Kish), safe against overflow. NaN when
// there are none or all are zero.
inline double kish_ess(std::span<const double> log_weights) {
  if (log_weights.empty()) return std::numeric_limits<double>::quiet_NaN();
  const double largest = *std::max_element(log_weights.begin(), log_weights.end());
  double sum = 0, squares = 0;
  for (const double log_weight : log_weights) {
    const double weight = std::exp(log_weight - largest);
    sum += weight;
    squares += weight * weight;
  }
  return sum * sum / squares;
}

}  // namespace skald
