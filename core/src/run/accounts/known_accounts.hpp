// Accounts that this process has made before.
#pragma once

#include <vector>

#include "privacy/accounting.hpp"

namespace skald::run {

// As privacy::epsilon() with its usual options, and privacy::noise_multiplier(). Replicates and
// cells that release the same under the same noise ask the same questions, which are answered once;
// the last few hundred answers are kept. Any thread may ask.
privacy::Guarantee known_epsilon(const std::vector<privacy::NoisyRelease>& releases, double delta,
                                 privacy::Accounting accounting, const privacy::Scope& scope);
double known_multiplier(const std::vector<privacy::NoisyRelease>& plan,
                        const privacy::Budget& budget, privacy::Accounting accounting);

}  // namespace skald::run
