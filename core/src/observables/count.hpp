// Checks counts that are stored among the numbers of a state.
#pragma once

#include <cmath>

namespace skald::observables {

// Returns whether a number can be a count: whole, not negative, and exact as a double.
inline bool is_count(double x) {
  constexpr double most = 9007199254740992;  // 2^53
  return x >= 0 && x <= most && x == std::floor(x);
}

}  // namespace skald::observables
