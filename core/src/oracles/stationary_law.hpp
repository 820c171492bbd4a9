// The exact moments of the chain that a sampler says it runs: stationary, or along the run.
#pragma once

#include <cstdint>
#include <optional>

#include "oracles/gaussian_kernel.hpp"
#include "oracles/gaussian_problem.hpp"
#include "oracles/square_autocovariance.hpp"
#include "oracles/time_average.hpp"
#include "skald/langevin_law.hpp"

namespace skald::oracles {

// Moments of the chain's estimate (the average, for a federation) as deviations from the mode; at
// communications or over all iterations, as the law says. Of the iterations only every `thin`-th
// counts (the multiples of thin), as a run observes them. None, with the reason, when the chain is
// unstable or its family has no closed form here: minibatches of unknown covariance, partial
// participation of unequal clients, control variates on a fixed schedule, a reference point that is
// never renewed. Throws std::invalid_argument when a constant is out of its range.
StationaryLaw stationary_law(const GaussianProblem& problem, const LangevinLaw& law,
                             std::int64_t thin = 1);

// One transition of the chain's estimate, in deviations from the mode: a step of a single chain, a
// round of K local steps of a federation. Its powers give the law at any time from any start (with
// partial participation the first two moments of it). None for the families that have no stationary
// law here, and where communications are random, references are renewed, or the estimate is taken
// inside rounds. Throws as stationary_law().
std::optional<GaussianKernel> transition(const GaussianProblem& problem, const LangevinLaw& law);

// The modes from which the error of time averages of that chain follows, for
// second_moment_standard_error(); `moments` are those of stationary_law(). For federations that
// average with full participation the modes are the directions and rates in which the average
// really forgets (time_average.hpp); every other chain is assumed to forget like ULA with
// its step. Modes of an estimate that is held between random communications say so.
std::vector<TimeAverageMode> time_average_modes(const GaussianProblem& problem,
                                                const LangevinLaw& law, const Moments& moments);

// How ||X - x*||^2 correlates along that stationary chain, per iteration: where all clients
// communicate by the toss of a coin, by AffineLaw, otherwise by these modes.
std::optional<SquareAutocovariance> square_autocovariance(const GaussianProblem& problem,
                                                          const LangevinLaw& law,
                                                          const Moments& moments);

}  // namespace skald::oracles
