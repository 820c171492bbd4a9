// Epsilons that hold at delta = 0.
#pragma once

#include <span>

#include "privacy/noisy_release.hpp"

namespace skald::privacy {

/// The sum of the epsilons of single releases, where all are of Laplace noise (or tell nothing), as
/// pure differential privacy composes; infinite otherwise.
double pure_epsilon(const NoisyRelease& release);
double pure_epsilon(std::span<const NoisyRelease> releases);

}  // namespace skald::privacy
