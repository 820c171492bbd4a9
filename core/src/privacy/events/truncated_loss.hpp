// The privacy loss of Poisson samples that are cut to a largest size.
#pragma once

#include <cstdint>

#include "privacy/pld/sampled_loss.hpp"
#include "privacy/relation.hpp"

namespace skald::privacy {

/// Every one of `units` units is in a sample with probability `rate`; of a sample of more than
/// `most`, a uniform subset of that size is left. Gaussian noise of `noise_multiplier` clips.
struct TruncatedSample {
  double noise_multiplier;   // in (0, inf)
  double rate;               // in (0, 1)
  std::int64_t units, most;  // 1 or more. Units: under add_remove, with the unit, at most so many;
                             // under replace_one, where everybody knows their number, so many
  Relation relation;
};

/// A pair that dominates one release (README.md): that of Poisson samples where the other units'
/// sample is smaller than `most`, otherwise that of one unit in the place of another. Throws
/// std::invalid_argument for numbers out of range.
LossLaw truncated_law(const TruncatedSample& sample, double reach);

}  // namespace skald::privacy
