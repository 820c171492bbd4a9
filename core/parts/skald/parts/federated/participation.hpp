// Which clients take part in a round.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "skald/random.hpp"

namespace skald {

// S distinct clients of N, every subset equally likely, independently for each chain and round.
class Participation {
 public:
  Participation(Index clients, Index participants)
      : participants_(participants), cohort_(static_cast<std::size_t>(clients)) {}

  // The round's cohort in increasing order of client; valid until the next draw.
  std::span<const std::int32_t> draw(const Random& random, std::int64_t iteration, Index chain) {
    const auto clients = static_cast<std::int32_t>(cohort_.size());
    for (std::int32_t c = 0; c < clients; ++c) cohort_[static_cast<std::size_t>(c)] = c;
    const auto participants = static_cast<std::size_t>(participants_);
    if (participants_ < clients) {
      sample_without_replacement(random, {Role::participation}, iteration, chain, cohort_,
                                 participants);
      std::sort(cohort_.begin(), cohort_.begin() + participants_);
    }
    return {cohort_.data(), participants};
  }

 private:
  Index participants_;
  std::vector<std::int32_t> cohort_;
};

}  // namespace skald
