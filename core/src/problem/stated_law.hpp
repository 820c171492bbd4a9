// What a sampler states about its chain on a problem.
#pragma once

#include <optional>
#include <vector>

#include "skald/problem.hpp"
#include "skald/sampler.hpp"

namespace skald::problem {

// The law that a sampler states, with the covariance of its minibatch gradients if that is known.
struct StatedLaw {
  LangevinLaw law;
  std::vector<double> gradient_noise;  // law.gradient_noise points into it
};

// Returns nothing if the sampler, which must have started, states no family of chains.
std::optional<StatedLaw> stated_law(const Sampler& sampler, const Problem& problem);

}  // namespace skald::problem
