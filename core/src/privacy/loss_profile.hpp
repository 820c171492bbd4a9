// The shape of a loss law, on a few hundred bins that are fine wherever its mass is.
#pragma once

#include <vector>

#include "privacy/sampled_loss.hpp"

namespace skald::privacy {

/// Bins in increasing order, of at most a quarter of the mass under P on either side of them. Good
/// enough to choose tilts, windows and grids with; nothing is certified by it.
struct LossProfile {
  std::vector<double> edges;     // one more than bins
  std::vector<double> loss;      // of each bin: log of the ratio of its masses
  std::vector<double> log_mass;  // under P
};

/// Masses below `negligible` are not resolved.
LossProfile profile_of(const LossLaw& law, double negligible);

}  // namespace skald::privacy
