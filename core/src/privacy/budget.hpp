// The pair (epsilon, delta) of approximate differential privacy.
#pragma once

namespace skald::privacy {

struct Budget {
  double epsilon;  // in [0, inf]
  double delta;    // in [0, 1]
};

/// Throws std::invalid_argument unless epsilon is in [0, inf] and delta in [0, 1].
void check_budget(double epsilon, double delta);

}  // namespace skald::privacy
