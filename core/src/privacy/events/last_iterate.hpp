// What the last state of noisy gradient descent tells of a unit, where no state before it is seen.
#pragma once

#include <cstdint>

#include "privacy/numerics.hpp"

namespace skald::privacy {

/// theta <- theta - step (grad F(theta) + noise), for a convex and smooth F of any data, from a
/// start that no data have a part in; then possibly projected onto a convex domain. Langevin steps
/// are such with noise of variance 2 T / step.
struct NoisyDescent {
  double noise_multiplier;     // above 0: z, of the noise over how far a unit moves grad F
  double contraction;          // in [0, 1]: c, the largest |1 - step x| over F's curvatures x
  std::int64_t steps;          // at least 1
  std::int64_t batches = 1;    // that take turns, a step each; they divide the steps, each has the
                               // unit in one of them, and grad F is that of the step's batch
  double diameter = infinity;  // of the domain, over step times how far a unit moves grad F
};

/// The smallest bound on mu such that the last state is mu-Gaussian private, of
///  - the composition of all steps in which the unit is, which holds if every state is seen;
///  - shifted interpolation, which forgets early steps (Bok, Su and Altschuler 2024): with
///    full batches and c < 1, mu^2 z^2 = (1 - c^t) (1 + c) / ((1 + c^t) (1 - c))
///    after t steps, which some quadratic F attains; with batches,
///    the formula of the authors' program, which was not derived again here;
///  - on a bounded domain, with full batches, the same from the last s steps on, whatever s: with D
///    the diameter, mu^2 z^2 = (D / s + 1)^2 s.
/// Throws std::invalid_argument for numbers out of range.
double last_iterate_mu(const NoisyDescent& descent);

}  // namespace skald::privacy
