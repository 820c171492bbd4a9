// The exact law of what a run shows of its chains at every time, for Gaussian problems.
#pragma once

#include <cstdint>
#include <functional>

#include "bounds/chain_bound.hpp"
#include "grid/cell.hpp"
#include "oracles/gaussian_problem.hpp"
#include "plugin_host/plugin_host.hpp"
#include "run/experiment.hpp"
#include "text/result.hpp"

namespace skald::run {

// Of a number of iterations, which is a multiple of the sampler's stride.
using LawAlongRun = std::function<oracles::Moments(std::int64_t iterations)>;

// Returns nothing unless the problem is Gaussian and the sampler, which must have started, states a
// chain whose law along the run is known; and nothing if the chains start where another run ends,
// since the law of that place is not known.
LawAlongRun law_along_run(Experiment& experiment);

// What a published theorem promises of a run's chain on its own problem, beside what is true.

// W2 of the chain's stationary law from the target exp(-U/T).
struct PromisedDistance {
  text::Result<double> exact = 0.0;  // infinite if the law has no finite second moment
  text::Result<bounds::ChainBound> bound = bounds::ChainBound{};
};

// Builds the problem of the cell and starts its sampler to learn its law; no iteration is done.
// Throws as Experiment does.
PromisedDistance promised_distance(const grid::Cell& cell, std::uint64_t replicate,
                                   plugin_host::PluginHost& host);

}  // namespace skald::run
