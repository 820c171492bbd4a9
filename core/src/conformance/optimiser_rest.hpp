// Whether a point estimate comes to rest where it should.
#pragma once

#include <vector>

#include "conformance/finding.hpp"
#include "conformance/sampler_run.hpp"

namespace skald::conformance {

// Checks that, from distant starts, the estimate reaches the fixed point of the law that the
// sampler states, if any, and comes to rest at the minimiser if all rows agree on one.
std::vector<Finding> check_optimiser_rest(const Mechanism& mechanism, const MakeSampler& make);

}  // namespace skald::conformance
