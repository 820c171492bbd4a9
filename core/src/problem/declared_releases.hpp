// Collects what a sampler declares about its releases.
#pragma once

#include <vector>

#include "skald/problem.hpp"
#include "skald/sampler.hpp"

namespace skald::problem {

// Returns everything that leaves a client during the first `iterations`, as the sampler declares it
// and in its order.
std::vector<Release> declared_releases(const Sampler& sampler, const Problem& problem,
                                       Index iterations);

// Returns what the sampler declares to read from private rows outside these releases.
std::vector<PrivateInput> declared_inputs(const Sampler& sampler, const Problem& problem,
                                          Index iterations);

// Returns the sampler's caveats about the guarantee that its method was published with.
std::vector<Caveat> declared_caveats(const Sampler& sampler, const Problem& problem,
                                     Index iterations);

}  // namespace skald::problem
