// What a sampler says of its chain on one of the kit's problems.
#pragma once

#include <optional>
#include <vector>

#include "conformance/reference_problem.hpp"
#include "conformance/sampler_run.hpp"
#include "skald/langevin_law.hpp"

namespace skald {

inline constexpr std::uint64_t kLawSeed = 2024;

// With the covariance of its minibatches.
struct StatedChain {
  LangevinLaw law;
  std::vector<double> gradient_noise;  // what law.gradient_noise shows
};

// None when the sampler states no family of chains. Starts the sampler, which outlives the answer.
std::optional<StatedChain> stated_chain(ReferenceProblem& reference, const Mechanism& mechanism,
                                        Sampler& sampler);

}  // namespace skald
