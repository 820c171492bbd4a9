// What a sampler states about its chain on a problem.
#pragma once

#include <optional>
#include <vector>

#include "skald/problem.hpp"
#include "skald/sampler.hpp"

namespace skald::problem {

// The law that it states, with the covariance of its minibatches where that is known.
struct StatedLaw {
  LangevinLaw law;
  std::vector<double> gradient_noise;  // what law.gradient_noise refers to
};

// None when the sampler, which has started, states no family of chains.
std::optional<StatedLaw> stated_law(const Sampler& sampler, const Problem& problem);

}  // namespace skald::problem
