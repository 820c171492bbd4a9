// Whether a point estimate comes to rest where it should.
#pragma once

#include <vector>

#include "conformance/finding.hpp"
#include "conformance/sampler_run.hpp"

namespace skald {

// From starts that are far away: the fixed point of the law that the optimiser states, where it
// states one, and rest at the minimiser where all rows agree on it.
std::vector<Finding> check_optimiser_rest(const Mechanism& mechanism, const MakeSampler& make);

}  // namespace skald
