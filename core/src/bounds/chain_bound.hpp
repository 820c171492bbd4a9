// The published bound of the chain that a sampler says it runs, on a Gaussian problem.
#pragma once

#include <string>

#include "oracles/gaussian_problem.hpp"
#include "skald/langevin_law.hpp"
#include "text/result.hpp"

namespace skald::bounds {

struct ChainBound {
  double w2 = 0;        // upper bound of W2 between the chain's stationary law and the target
  std::string theorem;  // paper and number
};

// The theorem for the chain's family with the constants of this problem, in the limit of many
// iterations: averages on a fixed schedule, on a random one, or with control variates. The second
// and third concern temperature 1; U / T takes the place of U, and T gamma that of gamma = N h. No
// value, with the reason, for single chains, for families that no theorem is about, and where its
// conditions do not hold. Throws std::invalid_argument if a count does not match the problem.
text::Result<ChainBound> chain_bound(const oracles::GaussianProblem& problem,
                                     const LangevinLaw& law);

}  // namespace skald::bounds
