// Whether a point estimate comes to rest where it should.
#pragma once

#include <vector>

#include "conformance/finding.hpp"
#include "conformance/sampler_run.hpp"

namespace skald::conformance {

// Checks, from starts that are far away, that it comes to the fixed point of the law that it
// states, if any, and to rest at the minimiser where all rows agree on one.
std::vector<Finding> check_optimiser_rest(const Mechanism& mechanism, const MakeSampler& make);

}  // namespace skald::conformance
