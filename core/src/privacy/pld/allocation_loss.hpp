// The privacy loss of an epoch in which every unit is in one step, at random.
#pragma once

#include <cstdint>

#include "privacy/pld/sampled_loss.hpp"

namespace skald::privacy {

inline constexpr std::int64_t most_bins = 1'000'000;

/// Balls in bins: each unit picks one of `bins` steps, uniformly and by itself, and is in that one
/// alone; every step releases its sum under Gaussian noise of `noise_multiplier` clips.
struct Allocation {
  double noise_multiplier;  // in (0, inf)
  std::int64_t bins;        // 1 to most_bins
};

/// A pair just above, or just below, (1 / t) sum_j N(e_j, z^2 I) against N(0, z^2 I), t bins: the
/// unit removed (Chua et al. 2025, Balls-and-bins sampling for DP-SGD). It is attained: by a unit
/// that moves every sum alike. The reversed law is that of the unit added. Throws
/// std::invalid_argument for numbers out of range.
LossLaw allocation_law(const Allocation& allocation, Side side = Side::above);

}  // namespace skald::privacy
