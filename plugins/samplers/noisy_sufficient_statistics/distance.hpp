// How far one row moves the second moments of a linear model.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "skald/block.hpp"

namespace skald {

// The largest distance of (x x', x y) between two rows with |x| <= R and |y| <= R_y in d
// dimensions, in the Frobenius norm. It is less than two of the longest messages, since x x' >= 0:
// rows whose x x' are far apart are nearly orthogonal, and then x y cannot be opposite.
inline double distance_of_moments(Index d, double R, double R_y) {
  const double opposite = 2 * R * R_y;
  const double a = R * R, b = R_y * R_y;
  if (d > 1) return b <= 2 * a ? (2 * a + b) / std::numbers::sqrt2 : opposite;
  if (2 * b >= a) return opposite;
  const double t = (R - std::sqrt(a - 2 * b)) / 2;
  return std::max(opposite, (R + t) * std::hypot(R - t, R_y));
}

}  // namespace skald
