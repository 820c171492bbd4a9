// Which clients take part in a round, and their weights.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "skald/problem.hpp"
#include "skald/random.hpp"

namespace skald {

// S distinct clients of N, every subset equally likely, independently for each chain and round. A
// draw takes time in proportion to S log S, whatever N is.
class Participation {
 public:
  Participation(Index clients, Index participants)
      : pool_(static_cast<std::size_t>(clients)), cohort_(static_cast<std::size_t>(participants)) {
    std::iota(pool_.begin(), pool_.end(), 0);
  }

  // The round's cohort in increasing order of client; valid until the next draw.
  std::span<const std::int32_t> draw(const Random& random, std::int64_t iteration, Index chain) {
    if (cohort_.size() >= pool_.size()) return pool_;
    sample_without_replacement(random, {Role::participation}, iteration, chain, pool_,
                               cohort_.size());
    std::copy_n(pool_.begin(), cohort_.size(), cohort_.begin());
    restore_pool(cohort_);
    std::sort(cohort_.begin(), cohort_.end());
    return cohort_;
  }
  // The first S of the clients that accept(client) lets through, asked in random order: S of them,
  // every subset equally likely, or all if there are not so many. If all are let through, they are
  // those of draw(). Takes time in proportion to the number of clients asked.
  template <class Accept>
  std::span<const std::int32_t> draw_among(const Random& random, std::int64_t iteration,
                                           Index chain, Accept&& accept) {
    asked_.clear();
    accepted_.clear();
    const std::size_t block = std::max<std::size_t>(cohort_.size(), 64);
    for (Index b = 0; asked_.size() < pool_.size() && accepted_.size() < cohort_.size(); ++b) {
      const std::size_t words = std::min(block, pool_.size() - asked_.size());
      words_.resize(words);
      random.bits({Role::participation, b - 1}, iteration, chain, words_);
      for (std::size_t i = 0; i < words && accepted_.size() < cohort_.size(); ++i) {
        const std::int32_t c = next(words_[i]);
        if (accept(static_cast<Index>(c))) accepted_.push_back(c);
      }
    }
    restore_pool(asked_);
    std::sort(accepted_.begin(), accepted_.end());
    return accepted_;
  }

 private:
  // Continues the sampling of the pool, whose places before asked_.size() are drawn already.
  std::int32_t next(std::uint64_t word) {
    const std::size_t place = asked_.size();
    const auto drawn =
        static_cast<std::size_t>(below(word, std::ssize(pool_) - std::ssize(asked_)));
    std::swap(pool_[place], pool_[place + drawn]);
    asked_.push_back(pool_[place]);
    return asked_.back();
  }
  // Sampling swapped each place i < n with one from i on, where n clients were drawn. A place from
  // n on that was swapped had held its own number before, which is now among those drawn.
  void restore_pool(std::span<const std::int32_t> drawn) {
    std::iota(pool_.begin(), pool_.begin() + std::ssize(drawn), 0);
    for (const std::int32_t c : drawn) pool_[static_cast<std::size_t>(c)] = c;
  }

  std::vector<std::int32_t> pool_;  // 0, 1, ..., N - 1 between draws
  std::vector<std::int32_t> cohort_;
  std::vector<std::int32_t> asked_, accepted_;  // of draw_among()
  std::vector<std::uint64_t> words_;
};

// Aggregation weights w_c of the clients.

// "uniform": 1/N each; "examples": n_c / n. Positive, sum 1, clients in order.
inline std::vector<double> aggregation_weights(const Problem& problem, std::string_view rule) {
  const Index clients = problem.clients();
  std::vector<double> weights(static_cast<std::size_t>(clients),
                              1.0 / static_cast<double>(clients));
  if (rule == "examples") {
    for (Index c = 0; c < clients; ++c) weights[static_cast<std::size_t>(c)] = problem.weight(c);
  }
  return weights;
}

}  // namespace skald
