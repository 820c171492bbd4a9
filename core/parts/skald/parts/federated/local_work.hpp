// How many local steps a client makes in a round, and how many of its rows a step uses.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "skald/client_clock.hpp"
#include "skald/parts/data/share.hpp"
#include "skald/parts/federated/optimiser_options.hpp"
#include "skald/parts/federated/record_batches.hpp"
#include "skald/problem.hpp"
#include "skald/random.hpp"

namespace skald {

// Rows per local step of a client with that many examples; under epochs, the last step of a pass
// may have fewer.
inline Index local_batch(const OptimiserOptions& options, Index examples) {
  if (options.frac) {
    return std::max<Index>(whole_share(*options.frac, examples) / options.K, 1);
  }
  return std::min<Index>(options.batch.value_or(examples), examples);
}

// Local steps of a client with that many examples in an iteration, and in a whole round.
inline std::int64_t steps_per_iteration(const OptimiserOptions& options, Index examples) {
  if (!options.epochs) return 1;
  return EpochBatches::steps_per_pass(local_batch(options, examples), examples);
}
inline std::int64_t local_steps(const OptimiserOptions& options, Index examples) {
  return options.round_length() * steps_per_iteration(options, examples);
}

// What every client does from its selection to its report, in messages of that many bits.
inline std::vector<ClientWork> works(const Problem& problem, const OptimiserOptions& options,
                                     double bits_down, double bits_up) {
  std::vector<ClientWork> works;
  works.reserve(static_cast<std::size_t>(problem.clients()));
  for (Index c = 0; c < problem.clients(); ++c) {
    works.push_back(ClientWork{local_steps(options, problem.examples(c)), bits_down, bits_up});
  }
  return works;
}

// Throws std::invalid_argument if epochs are asked for where they have no meaning.
inline void refuse_contradictory_epochs(const OptimiserOptions& options, Sampling records) {
  if (!options.epochs) return;
  const auto complain = [](const std::string& why) {
    throw std::invalid_argument("epochs is given, but " + why);
  };
  if (options.K != OptimiserOptions().K) {
    complain("so is K, " + std::to_string(options.K) + ": leave one of them out");
  }
  if (records != Sampling::without_replacement) {
    complain(
        "data_sampling draws rows independently, so that no pass holds each of them once: set "
        "data_sampling to without_replacement, or K in place of epochs");
  }
  if (options.adds_noise_to_steps()) {
    complain(
        "noise_at is step, where clients must send equally many messages in a round: set K in "
        "place of epochs, or noise_at to upload");
  }
}

// Throws std::invalid_argument if the rows of a round are to be balls in bins.
inline void refuse_bins_of_rounds(const OptimiserOptions& options, Sampling records) {
  if (records != Sampling::balls_in_bins) return;
  if (options.adds_noise_to_steps() && !options.frac) return;
  throw std::invalid_argument(
      std::string("data_sampling is balls_in_bins, whose epochs do not end with a round, but ") +
      (options.frac ? "frac makes the steps of a round share one sample: set batch in place of frac"
                    : "noise_at is upload: set noise_at to step") +
      ", or data_sampling to poisson");
}

// Stragglers: clients of a round that have time for a part of their local work only.

// Of a round's cohort of S clients, round(stragglers S) are stragglers, every subset equally
// likely (Li et al., 2020, FedProx, section 5.2). Under straggler_work
//  - partial, each makes a number of iterations that is uniform on {1, ..., E}, where a round has E
//    (passes under epochs, else local steps), and reports its move like the others;
//  - drop, they do not report: the server averages over the others.
// Who they are and how much they do is a function of seed, chain and round alone.
class Stragglers {
 public:
  explicit Stragglers(const OptimiserOptions& options)
      : share_(options.stragglers),
        drops_(options.drops_stragglers()),
        iterations_(options.round_length()) {}

  // Throws std::invalid_argument if none of a cohort of that many clients would ever report.
  void refuse_silence(Index cohort) const {
    if (!drops_ || nearest_share(share_, cohort) < cohort) return;
    throw std::invalid_argument(
        "straggler_work is drop, and the share of stragglers makes all " + std::to_string(cohort) +
        " clients of a round late, so that nobody would ever report: set stragglers below " +
        std::to_string(cohort - 1) + ".5 / " + std::to_string(cohort) +
        ", or straggler_work to partial");
  }
  // Those of the cohort that report in the round that begins at iteration k, in increasing order;
  // valid until the next call, like the cohort.
  std::span<const std::int32_t> reporters(const Random& random, std::int64_t k, Index chain,
                                          std::span<const std::int32_t> cohort) {
    const auto count = static_cast<std::size_t>(nearest_share(share_, std::ssize(cohort)));
    work_.clear();
    if (count == 0) return cohort;
    work_.assign(cohort.size(), iterations_);
    places_.resize(cohort.size());
    std::iota(places_.begin(), places_.end(), std::size_t{0});
    sample_without_replacement(random, {Role::participation, 0}, k, chain, places_, count);
    draw_work(random, k, chain, count);
    return drops_ ? without_idle(cohort) : cohort;
  }
  // Iterations of each reporter in that round; empty if all of them make all.
  std::span<const std::int64_t> work() const { return work_; }

 private:
  void draw_work(const Random& random, std::int64_t k, Index chain, std::size_t count) {
    const auto words =
        random_words(random, {Role::participation, 1}, k, chain, static_cast<Index>(count));
    for (std::size_t i = 0; i < count; ++i)
      work_[places_[i]] = drops_ ? 0 : 1 + below(words[i], iterations_);
  }
  std::span<const std::int32_t> without_idle(std::span<const std::int32_t> cohort) {
    reporters_.clear();
    for (std::size_t i = 0; i < cohort.size(); ++i)
      if (work_[i] > 0) reporters_.push_back(cohort[i]);
    work_.clear();
    return reporters_;
  }

  double share_;
  bool drops_;
  std::int64_t iterations_;
  std::vector<std::size_t> places_;  // in the cohort; those of the stragglers come first
  std::vector<std::int64_t> work_;
  std::vector<std::int32_t> reporters_;
};

}  // namespace skald
