// Privacy loss distributions on a grid, rounded to a chosen side.
#pragma once

#include <vector>

#include "privacy/pld/loss_bins.hpp"

namespace skald::privacy {

/// Masses under P of the losses of a grid, and of an infinite loss. Masses need not sum to one: a
/// lower bound may have lost some, and its `infinity` is a deficit (negative).
struct LossDistribution {
  LossGrid grid;
  std::vector<double> mass;
  double infinity;
};

/// A distribution on the knots of the bins whose privacy curve delta(epsilon) lies on the bins'
/// side of the true one at every real epsilon, rounding errors included.
///
/// above: chords of the curve, as a function of exp(epsilon), between the knots (Doroshenko et al.
/// 2022, "Connect the dots"). below: the outcomes of a bin are treated as one, whose loss is close
/// to the bin's knot; moving it to the knots raises the curve a little, and the curve is lowered
/// again by as much.
LossDistribution discretise(const LossBins& bins);

// The loss of a round of releases that takes place by chance.

/// Which of two neighbouring data sets the output is drawn from.
enum class Direction { remove, add };

/// Bins of the pair that is (P, Q) with probability p and reveals nothing otherwise, where
/// everybody sees which of the two happens and `round` is the loss law of (P, Q) on `side`. p in
/// (0, 1).
LossBins sampled_openly(const LossDistribution& round, Side side, double p, double rounding);

/// Bins of the pair ((1-p) Q + p P, Q) for direction remove, or (P, (1-p) P + p Q) for direction
/// add, where `round` is the loss law of (P, Q) on `side`. p in (0, 1).
LossBins sampled_secretly(const LossDistribution& round, Side side, double p, Direction direction,
                          double rounding);

}  // namespace skald::privacy
