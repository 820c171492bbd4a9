// Which clients take part in a round.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

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
    restore_pool();
    std::sort(cohort_.begin(), cohort_.end());
    return cohort_;
  }

 private:
  // Sampling swapped each place i < S with one from i on. A place from S on that was swapped had
  // held its own number before, which is now in the cohort.
  void restore_pool() {
    std::iota(pool_.begin(), pool_.begin() + std::ssize(cohort_), 0);
    for (const std::int32_t c : cohort_) pool_[static_cast<std::size_t>(c)] = c;
  }

  std::vector<std::int32_t> pool_;  // 0, 1, ..., N - 1 between draws
  std::vector<std::int32_t> cohort_;
};

}  // namespace skald
