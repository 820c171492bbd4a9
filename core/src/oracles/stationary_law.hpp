// The exact stationary moments of the chain that a sampler says it runs.
#pragma once

#include "oracles/gaussian_problem.hpp"
#include "oracles/moments.hpp"
#include "oracles/time_average.hpp"
#include "skald/langevin_law.hpp"

namespace skald {

// Moments of the chain's estimate (the average, for a federation) as deviations from the mode; at
// communications or over all iterations, as the law says. None, with the reason, when the chain is
// unstable or its family has no closed form here: minibatches of unknown covariance, partial
// participation of unequal clients, control variates on a fixed schedule, a reference point that is
// never renewed. Throws std::invalid_argument when a constant is out of its range.
StationaryLaw stationary_law(const GaussianProblem& problem, const LangevinLaw& law);

// What the error of time averages of that chain is made of, for second_moment_standard_error() and
// mean_standard_error(); `moments` are those of stationary_law(). For federations that average with
// full participation the modes are the directions and rates in which the average really forgets
// (integrated_covariance.hpp); every other chain is taken to forget like ULA with its step.
std::vector<TimeAverageMode> time_average_modes(const GaussianProblem& problem,
                                                const LangevinLaw& law, const Moments& moments);

}  // namespace skald
