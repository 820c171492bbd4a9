// The checks of a sampler.
#pragma once

#include <string>
#include <vector>

#include "conformance/finding.hpp"
#include "conformance/sampler_run.hpp"

namespace skald::conformance {

// Tolerance for a sampler that states no law with a closed form, which is compared with its target:
// the largest error of a mean in standard deviations of the target, and of a variance relative to
// the target's.
inline constexpr double kDefaultTolerance = 0.1;

// How much is drawn: `quick` is for one of many variants of a sampler that has been checked in
// full.
enum class Effort { full, quick };

// Checks the contract of sampler.hpp, the use of rows and threads and the law of the estimates, on
// the kit's problems: all of the checks below but check_likeness(). A sampler that throws fails the
// check in which it does so. `mechanism` is used for checking the contract; laws are checked
// without noise. For `states_threads`, see check_sampler_threads(); for `may_repeat_rows`,
// check_row_use().
std::vector<Finding> check_sampler(const MakeSampler& make, const Mechanism& mechanism,
                                   double tolerance, bool states_threads,
                                   Effort effort = Effort::full, bool may_repeat_rows = false);

// Checks, to the last bit, that
//  - the same stream gives the same bits, even with calls of a second object in between, and in an
//    object that is started again;
//  - a block gives the same results as its columns one by one;
//  - the division into calls does not matter;
//  - state() holds everything that must be kept;
//  - nothing is written outside the block;
//  - estimates are finite;
//  - costs never decrease, rounds occur at the stated rate, and cost bits.
// Runs take about `iterations` iterations.
std::vector<Finding> check_sampler_contract(const Surroundings& surroundings,
                                            const MakeSampler& make, Index iterations = 60);

// Checks that runs on 1, 2 and 3 threads give the same estimates, state, records and costs, to the
// last bit, and that the sampler performs sections only if its descriptor says so
// (`states_threads`). The threads take the calls of a section in turn. Skipped if the mechanism is
// not thread-safe. Runs take about 60 iterations.
std::vector<Finding> check_sampler_threads(const Surroundings& surroundings,
                                           const MakeSampler& make, bool states_threads);

// Checks that start() and one call of advance() request no stream twice for one iteration and
// chain: two purposes that share draws would be correlated unintentionally. The same minibatch may
// be drawn several times.
Finding check_distinct_draws(const Surroundings& surroundings, const MakeSampler& make);

// Checks that the rows that the sampler asks for exist and are distinct within a minibatch, and
// that all rows of a client are drawn equally often; otherwise, estimates of its gradient are
// biased.
// `may_repeat`: the sampler is to draw rows with replacement.
Finding check_row_use(const MakeSampler& make, bool may_repeat = false);

// Whether the law of the sampler's draws on one of the kit's problems is known in closed form.
bool law_is_known(const MakeSampler& make);

// Checks a sampler of draws: chains that start far from the target, and with another spread, must
// reach it and forget where they started. Compares the temperature that the sampler declares with
// that of its law, and means and covariances of the stationary chain with the exact law that
// Sampler::law() states, or with the target within `tolerance`, and checks the correlation between
// the first and the last draw. The probability of a false alarm is below 1e-8 per call. A point
// estimate must come to rest where it should, see check_optimiser_rest().
std::vector<Finding> check_sampler_law(const MakeSampler& make,
                                       double tolerance = kDefaultTolerance,
                                       Effort effort = Effort::full);

// Checks that, from distant starts, the estimate reaches the fixed point of the law that the
// sampler states, if any; that on clients that disagree it comes to rest at the optimum that
// Sampler::rest() states, if any; and that it comes to rest at the minimiser if all rows agree on
// one. With `has_excuses`, an approach that is too slow, whose steps vanish, or that stays near the
// minimiser without resting there is skipped.
std::vector<Finding> check_optimiser_rest(const MakeSampler& make, bool has_excuses = false);

// Checks on clients that disagree that two samplers are the same algorithm: that both have the same
// estimates after every stride of their common one, the same numbers up to rounding or, where they
// draw other random numbers, the same means and second moments over chains. The probability of a
// false alarm is below 1e-8 per call.
Finding check_likeness(const MakeSampler& make, const MakeSampler& like, const std::string& name);

}  // namespace skald::conformance
