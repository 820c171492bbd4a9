// Whether a sampler asks for every draw only once.
#pragma once

#include "conformance/finding.hpp"
#include "conformance/sampler_run.hpp"

namespace skald::conformance {

// Checks that start() and one call of advance() request no stream twice for one iteration and
// chain: two purposes that share draws would be correlated unintentionally. The same minibatch may
// be drawn several times.
Finding check_distinct_draws(const Surroundings& surroundings, const MakeSampler& make,
                             Index iterations = 120);

}  // namespace skald::conformance
