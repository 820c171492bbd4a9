// The loss of a round of releases that takes place by chance.
#pragma once

#include "privacy/pld/loss_bins.hpp"
#include "privacy/pld/loss_distribution.hpp"

namespace skald::privacy {

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
