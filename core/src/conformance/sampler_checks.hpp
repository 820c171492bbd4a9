// The checks of a sampler.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conformance/check_runner.hpp"
#include "conformance/finding.hpp"
#include "conformance/sampler_run.hpp"

namespace skald::conformance {

// Tolerance for a sampler that states no law with a closed form, which is compared with its target:
// the largest error of a mean in standard deviations of the target, and of a variance relative to
// the target's.
inline constexpr double kDefaultTolerance = 0.1;

// The share of its learning rate with which an optimiser is tried again.
inline constexpr double kSlower = 0.125;

// How much is drawn: `quick` is for one of many variants of a sampler that has been checked in
// full.
enum class Effort { full, quick };

// What is checked of a sampler.
struct SamplerCheck {
  MakeSampler make;
  const Mechanism& mechanism;  // for the contract; laws are checked without noise
  double tolerance = kDefaultTolerance;
  bool states_threads = false;  // see check_sampler_threads()
  Effort effort = Effort::full;
  bool may_repeat_rows = false;      // see check_row_use()
  Refusal refusal = Refusal::fails;  // of the options
  MakeSampler slower = {};           // with kSlower of the learning rate, if it has one
};

// Checks the contract of sampler.hpp, the use of rows and threads and the law of the estimates, on
// the kit's problems: all of the checks below but check_likeness(). A sampler that throws fails the
// check in which it does so; if it refuses a problem after it has run on another, that one is not
// tried.
void check_sampler(const SamplerCheck& sampler, CheckRunner& runner);

// The same, as a list.
std::vector<Finding> check_sampler(const MakeSampler& make, const Mechanism& mechanism,
                                   double tolerance, bool states_threads);

// Whether the finding compares estimates with an exact answer, on clients that disagree.
bool is_of_oracle(const Finding& finding);
// Whether it compares the first of them, whose law is known whether or not they go anywhere.
bool is_of_path(const Finding& finding);
// Whether it compares them with those of another sampler.
bool is_of_likeness(const Finding& finding);

// Checks first that the same seed gives the same run twice (repetition.hpp), and only if it does,
// to the last bit, that
//  - it does so with calls of a second object in between, and in an object that is started again;
//  - a block gives the same results as its columns one by one;
//  - the division into calls does not matter;
//  - state() holds everything that must be kept.
// In any case, that
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
// Whether the law along its first strides is.
bool path_is_known(const MakeSampler& make);

// Checks the draws of a sampler: chains that start far from the target, and with another spread,
// must reach it and forget where they started. Compares the temperature that the sampler declares
// with that of its law, and means and covariances of the stationary chain with the exact law that
// Sampler::law() states, or with the target within `tolerance`, and checks the correlation between
// the first and the last draw. The probability of a false alarm is below 1e-8 per call.
std::vector<Finding> check_draws(const MakeSampler& make, double tolerance, Effort effort);

// Checks that, from one start, the means and covariances of the estimates after the first strides
// are those of the chain that the sampler states. Skipped if it states none, or none whose law at a
// moment is known. The probability of a false alarm is below 1e-8 per call.
Finding check_first_strides(const MakeSampler& make, Effort effort);

// How the first strides of a chain are looked at on one problem, where many options are tried: at
// single estimates, of chains that draw nothing or whose ends are few, or of which the first stride
// alone is known; or at moments, too, of every chain.
enum class Glance { at_ends, at_moments };
// Their deviation; "" if there is none, and nothing for other chains.
std::optional<std::string> quick_deviation(const MakeSampler& make, Glance glance);

// Checks of an optimiser that, from distant starts, the estimate comes to rest where it should:
// check_fixed_point() at the fixed point of the law that it states, if any; check_stated_rest(), on
// clients that disagree, at the optimum that Sampler::rest() states, if any; check_agreement() at
// the minimiser, if all rows agree on one. With `has_excuses`, an approach that is too slow, whose
// steps vanish, or that stays near the minimiser without resting there is skipped; with `slower`,
// one that rests about as far from the minimiser as its steps are long.
Finding check_fixed_point(const MakeSampler& make, bool has_excuses = false);
Finding check_stated_rest(const MakeSampler& make, bool has_excuses = false);
Finding check_agreement(const MakeSampler& make, bool has_excuses = false,
                        const MakeSampler& slower = {});

// Checks on clients that disagree that two samplers are the same algorithm: that both have the same
// estimates after every stride of their common one, the same numbers up to rounding or, where they
// draw other random numbers, the same means and spreads over chains and, where what is drawn leads
// to few estimates, the same ones. The probability of a false alarm is below 1e-8 per call.
Finding check_likeness(const MakeSampler& make, const MakeSampler& like, const std::string& name);

}  // namespace skald::conformance
