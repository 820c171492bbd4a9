// The pair (epsilon, delta) of approximate differential privacy.
#pragma once

#include <stdexcept>
#include <string>

namespace skald::privacy {

struct Budget {
  double epsilon;  // in [0, inf]
  double delta;    // in [0, 1]
};

/// Throws std::invalid_argument unless epsilon is in [0, inf] and delta in [0, 1].
inline void check_budget(double epsilon, double delta) {
  if (!(epsilon >= 0)) {
    throw std::invalid_argument("privacy budget: epsilon is " + std::to_string(epsilon) +
                                ", expected a number from 0 to infinity");
  }
  if (!(delta >= 0 && delta <= 1)) {
    throw std::invalid_argument("privacy budget: delta is " + std::to_string(delta) +
                                ", expected a number from 0 to 1");
  }
}

}  // namespace skald::privacy
