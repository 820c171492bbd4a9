// The privacy loss of a group of units under Poisson sampling.
#pragma once

#include <cstdint>

#include "privacy/pld/sampled_loss.hpp"

namespace skald::privacy {

inline constexpr std::int64_t largest_group = 1000;

/// `group` units are absent instead of present, each in the sample with probability `rate` by a
/// coin of its own; Gaussian noise of `noise_multiplier` clips.
struct SampledGroup {
  double noise_multiplier;  // in (0, inf)
  double rate;              // in (0, 1)
  std::int64_t group;       // 1 to largest_group
  std::int64_t count = 1;
};

/// The pair sum_j w_j N(j, z^2) against N(0, z^2), w the binomial law of how many are sampled: the
/// group removed (Ganesh 2024, Tight group-level DP guarantees for DP-SGD with sampling via mixture
/// of Gaussians mechanisms). The reversed law is that of the group added.
LossLaw group_law(const SampledGroup& group, double reach);

/// The standard deviations beyond which group_law() takes losses as infinite, if not told: their
/// probability is below 1e-40.
inline constexpr double group_reach = 13.5;

}  // namespace skald::privacy
