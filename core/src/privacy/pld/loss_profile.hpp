// The shape of a loss law, on a few hundred bins that are fine wherever its mass is.
#pragma once

#include <vector>

#include "privacy/pld/sampled_loss.hpp"

namespace skald::privacy {

/// Bins in increasing order, each with at most a quarter of the smaller mass under P that lies to
/// its left or right, itself included. Good enough to choose tilts, windows and grids with; nothing
/// is certified by it.
struct LossProfile {
  std::vector<double> edges;     // one more than bins
  std::vector<double> loss;      // of each bin: log of the ratio of its masses
  std::vector<double> log_mass;  // under P
};

/// Masses below `negligible` are not resolved.
LossProfile profile_of(const LossLaw& law, double negligible);

}  // namespace skald::privacy
