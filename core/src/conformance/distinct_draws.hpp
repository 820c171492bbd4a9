// Whether a sampler asks for every draw only once.
#pragma once

#include "conformance/finding.hpp"
#include "conformance/sampler_run.hpp"

namespace skald::conformance {

// start() and one call of advance() ask no stream twice in one iteration and chain: two purposes
// that share draws are correlated, which nobody intended.
Finding check_distinct_draws(const Surroundings& surroundings, const MakeSampler& make,
                             Index iterations = 120);

}  // namespace skald::conformance
