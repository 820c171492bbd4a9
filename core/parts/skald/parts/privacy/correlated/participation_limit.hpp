// How often a unit takes part in a sequence of rounds.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace skald {

// In `rounds` rounds a unit takes part at most `most` times, and any two of these are at least
// `separation` rounds apart (1: they may follow each other).
struct ParticipationLimit {
  std::int64_t rounds = 1, most = 1, separation = 1;
};

// Throws std::invalid_argument for numbers out of range.
inline void check(const ParticipationLimit& limit) {
  constexpr std::int64_t longest = 1'000'000;
  if (limit.rounds >= 1 && limit.rounds <= longest && limit.most >= 1 && limit.separation >= 1) {
    return;
  }
  throw std::invalid_argument("correlated noise: rounds is " + std::to_string(limit.rounds) +
                              ", participations " + std::to_string(limit.most) + ", separation " +
                              std::to_string(limit.separation) +
                              ", expected 1 to 1000000 rounds and 1 or more of the others");
}

// How often a unit can take part, given how many rounds there are.
inline std::int64_t participations(const ParticipationLimit& limit) {
  return std::min(limit.most, 1 + (limit.rounds - 1) / limit.separation);
}

}  // namespace skald
