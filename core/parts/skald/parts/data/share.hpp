// Counts from shares that people write in decimal digits. In binary, 0.29 * 100 is
// 28.999999999999996, but its whole part is meant to be 29.
#pragma once

#include <cmath>

#include "skald/block.hpp"

namespace skald {

// Returns x, or the nearest whole number if it is within 2^-49 |x| (1.8e-15 |x|): eight times the
// error of rounding a decimal share, and its product with a count, to doubles.
inline double snapped(double x) {
  const double whole = std::round(x);
  return std::abs(x - whole) <= std::ldexp(std::abs(x), -49) ? whole : x;
}

// Returns snapped(x) rounded to the nearest whole number, halves away from zero; an x within the
// same distance of a half counts as a half.
inline double snapped_round(double x) {
  return std::copysign(std::floor(snapped(std::abs(x) + 0.5)), x);
}

// The whole part of share * count, and the nearest whole number; share is in [0, 1].
inline Index whole_share(double share, Index count) {
  return static_cast<Index>(std::floor(snapped(share * static_cast<double>(count))));
}
inline Index nearest_share(double share, Index count) {
  return static_cast<Index>(snapped_round(share * static_cast<double>(count)));
}

}  // namespace skald
