// Collects what a sampler declares about its releases.
#pragma once

#include <string>
#include <vector>

#include "skald/problem.hpp"
#include "skald/sampler.hpp"

namespace skald::problem {

// In the sampler's order.
struct Declarations {
  std::vector<Release> releases;     // everything that leaves a client
  std::vector<PrivateInput> inputs;  // what is read from private rows outside these releases
  std::vector<Caveat> caveats;       // about the guarantee that the method was published with
  std::string why_nothing;           // ReleasePlan::releases_nothing(); empty if nothing is said
};

// Returns what the sampler declares of its first `iterations`.
Declarations declared(const Sampler& sampler, const Problem& problem, Index iterations);

// Returns the releases alone.
inline std::vector<Release> declared_releases(const Sampler& sampler, const Problem& problem,
                                              Index iterations) {
  return declared(sampler, problem, iterations).releases;
}

}  // namespace skald::problem
