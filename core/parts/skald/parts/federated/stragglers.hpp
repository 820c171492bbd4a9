// Stragglers: clients of a round that have time for a part of their local work only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "skald/parts/data/share.hpp"
#include "skald/parts/federated/optimiser_options.hpp"
#include "skald/random.hpp"

namespace skald {

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
