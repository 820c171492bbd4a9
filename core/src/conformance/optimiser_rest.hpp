// Whether a point estimate comes to rest where it should.
#pragma once

#include <vector>

#include "conformance/finding.hpp"
#include "conformance/sampler_run.hpp"

namespace skald::conformance {

// Checks that, from distant starts, the estimate reaches the fixed point of the law that the
// sampler states, if any; that on clients that disagree it comes to rest at the optimum that
// Sampler::rest() states, if any; and that it comes to rest at the minimiser if all rows agree on
// one. With `has_excuses`, an approach that is too slow, whose steps vanish, or that stays near the
// minimiser without resting there is skipped.
std::vector<Finding> check_optimiser_rest(const Mechanism& mechanism, const MakeSampler& make,
                                          bool has_excuses = false);

}  // namespace skald::conformance
