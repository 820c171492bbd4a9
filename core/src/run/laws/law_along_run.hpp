// The exact law of what a run shows of its chains at every time, for Gaussian problems.
#pragma once

#include <cstdint>
#include <functional>

#include "oracles/moments.hpp"
#include "run/experiment.hpp"

namespace skald::run {

// Of a number of iterations, which is a multiple of the sampler's stride.
using LawAlongRun = std::function<oracles::Moments(std::int64_t iterations)>;

// Returns nothing unless the problem is Gaussian and the sampler, which must have started, states a
// chain whose law along the run is known; and nothing if the chains start where another run ends,
// since the law of that place is not known.
LawAlongRun law_along_run(Experiment& experiment);

}  // namespace skald::run
