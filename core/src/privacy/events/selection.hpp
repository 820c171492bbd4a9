// The best of a random number of candidates, say of hyper-parameters tuned on private data.
#pragma once

#include <span>

#include "privacy/guarantee.hpp"

namespace skald::privacy {

/// How many times a mechanism is run, by a secret coin, before the best outcome alone is released.
struct Repetitions {
  /// What law the number has: truncated negative binomial of `shape` (1: geometric, 0: logarithmic)
  /// or, with an infinite shape, Poisson, where it may be 0.
  double shape;  // above -1
  double mean;   // 1 or more; Poisson: above 0
};

/// Throws std::invalid_argument for numbers out of range.
void check(const Repetitions& repetitions);

/// Divergences, at `orders`, of the whole, where `once` are those of one run (Papernot, Steinke
/// 2022, Theorems 2 and 6).
UpperBounds selection_rdp(const Repetitions& repetitions, std::span<const double> orders,
                          const UpperBounds& once);

}  // namespace skald::privacy
