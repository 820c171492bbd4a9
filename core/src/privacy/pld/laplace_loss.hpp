// Privacy loss of one Laplace release.
#pragma once

#include "privacy/pld/gaussian_loss.hpp"

namespace skald::privacy {

/// Lap(0, 1) against Lap(distance, 1): noise of scale 1 on every coordinate of messages whose L1
/// distance is at most `distance` > 0, of any dimension (README.md). Symmetric.
LossTailFunction laplace_tails(double distance);
LossRange laplace_range(double distance);

}  // namespace skald::privacy
