// What a sampler says that it releases.
#pragma once

#include <vector>

#include "skald/problem.hpp"
#include "skald/sampler.hpp"

namespace skald {

// Everything that it declares to leave a client during the first `iterations`, in its order.
std::vector<Release> declared_releases(const Sampler& sampler, const Problem& problem,
                                       Index iterations);

// What it says that it reads of private rows outside these releases.
std::vector<PrivateInput> declared_inputs(const Sampler& sampler, const Problem& problem,
                                          Index iterations);

}  // namespace skald
