// Formulas: the sum of pure epsilons, one Gaussian release on a sample, and the textbook's.
#pragma once

#include <span>

#include "privacy/guarantee.hpp"
#include "privacy/noisy_release.hpp"

namespace skald::privacy {

/// The sum of the epsilons of single releases at delta 0, where all are of Laplace noise (or tell
/// nothing), as pure differential privacy composes; infinite otherwise.
double pure_epsilon(const NoisyRelease& release);
double pure_epsilon(std::span<const NoisyRelease> releases);

/// True if all that is released is one sampled Gaussian release whose pair has a curve in closed
/// form, so that no bracket is needed. Not under zero_out for fixed-size samples, of which the
/// formula is a bound.
bool is_one_sample(std::span<const NoisyRelease> releases);

/// Its exact epsilon and delta (Balle, Barthe, Gaboardi 2018, Theorems 8 and 9).
double one_sample_epsilon(std::span<const NoisyRelease> releases, double delta);
double one_sample_delta(std::span<const NoisyRelease> releases, double epsilon);

/// The textbook's formula: Gaussian releases that each satisfy epsilon = sqrt(2 ln(1.25/delta')) /
/// sigma (Dwork, Roth 2014, Theorem A.1), amplified by their sampling, at equal shares of delta;
/// epsilons add up. Infinity where a release would need an epsilon above 1, for which the theorem
/// is not proved. Throws std::invalid_argument for other noise and for rounds that take place by
/// chance.
double classical_epsilon(std::span<const NoisyRelease> releases, double delta);

/// The factor on all noise multipliers at which every release has an equal share of the budget.
/// Throws as classical_epsilon, and where a share exceeds epsilon 1 before amplification.
double classical_factor(std::span<const NoisyRelease> plan, Budget budget);

}  // namespace skald::privacy
