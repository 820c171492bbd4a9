// Privacy loss distributions on a grid, rounded to a chosen side.
#pragma once

#include <cstdint>
#include <vector>

#include "privacy/loss_bins.hpp"

namespace skald::privacy {

/// Masses under P of the losses (first + i) interval, and of an infinite loss. Masses need not sum
/// to one: a lower bound may have lost some, and its `infinity` is a deficit (negative).
struct LossDistribution {
  double interval;
  std::int64_t first;
  std::vector<double> mass;
  double infinity;
};

/// Which side of the true privacy curve a result lies on.
enum class Side { above, below };

/// A distribution on the edges of the bins whose privacy curve delta(epsilon) lies on the given
/// side of the true one at every real epsilon, rounding errors included.
///
/// above: chords of the curve, as a function of exp(epsilon), between the edges (Doroshenko et al.
/// 2022, "Connect the dots"). below: the same chords, lowered in each bin by the height of the
/// triangle between the chord and the end tangents, then made convex.
LossDistribution discretise(const LossBins& bins, Side side);

}  // namespace skald::privacy
