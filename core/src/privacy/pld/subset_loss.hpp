// The privacy loss of an epoch in which every unit is in several steps, as one statistic shows it.
#pragma once

#include <cstdint>

#include "privacy/pld/sampled_loss.hpp"

namespace skald::privacy {

/// Each unit is in exactly `picks` of `steps` steps, every set of so many being as likely; every
/// step releases its sum under Gaussian noise of `noise_multiplier` clips.
struct Subset {
  double noise_multiplier;  // in (0, inf)
  std::int64_t steps;       // 2 or more
  std::int64_t picks;       // 1 to steps - 1
};

/// What a statistic of the released sums shows of a unit that moves them all alike, if it is in
/// some, against one that is absent: never more than the sums. The statistic is what tells best of
/// Poisson samples of that rate, step by step and rounded: a sum of independent terms under both
/// laws, so that its law is a convolution; of very many steps, the mean of the sums. The reversed
/// law is that of the unit added. Throws std::invalid_argument for numbers out of range.
LossLaw shown_subset_law(const Subset& subset);

}  // namespace skald::privacy
