// The first round of a run that is not made.
#pragma once

#include <cstdint>
#include <optional>

#include "run/experiment.hpp"
#include "run/noise_scale.hpp"
#include "run/noise_watch.hpp"

namespace skald::run {

// Starts the sampler as the run would, with one of its chains, and works through its first round.
// Returns how wide its noise is; nothing if no message went through the mechanism, or if the run
// starts where another one ends, which is not done for this. The experiment then knows what its
// start reads, and cannot be run any more.
std::optional<NoiseScale> rehearse_round(Experiment& experiment);

// What `watch` has noted of the experiment's messages, for a run of that many iterations.
std::optional<NoiseScale> scale_of(const NoiseWatch& watch, Experiment& experiment,
                                   std::int64_t iterations);

}  // namespace skald::run
