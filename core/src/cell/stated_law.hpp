// What a run's sampler says of its chain.
#pragma once

#include <optional>
#include <vector>

#include "cell/experiment.hpp"
#include "skald/langevin_law.hpp"

namespace skald {

// With the covariance of its minibatches where that is known.
struct StatedLaw {
  LangevinLaw law;
  std::vector<double> gradient_noise;  // what law.gradient_noise shows
};

// None when the sampler, which has started, states no family of chains.
std::optional<StatedLaw> stated_law(Experiment& experiment);

}  // namespace skald
