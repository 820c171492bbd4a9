// The privacy loss of reports that a shuffler has stripped of their senders.
#pragma once

#include <cstdint>

#include "privacy/pld/sampled_loss.hpp"

namespace skald::privacy {

/// `clients` clients run the same randomiser, which is epsilon-DP by itself, each on its own datum
/// with coins of its own; the adversary sees the reports without knowing whose they are. One
/// client's datum is replaced by another. `values`: the randomiser is randomised response over that
/// many values (2 or more); 0: any.
struct ShuffledReports {
  double epsilon;        // of the randomiser, finite
  std::int64_t clients;  // 1 to 10 million
  std::int64_t values = 0;
  std::int64_t count = 1;  // shuffled rounds
};

/// Throws std::invalid_argument for numbers out of range.
void check(const ShuffledReports& reports);

/// By whose argument reports are hidden, the smaller of the bounds that apply: authors and year.
const char* shuffled_bound(const ShuffledReports& reports);

/// A pair that dominates the reports of one round: of any randomiser that of Feldman, McMillan,
/// Talwar 2023, of randomised response also the blanket of Balle, Bell, Gascon, Nissim 2019
/// (README.md). Symmetric.
LossLaw shuffled_law(const ShuffledReports& reports);

}  // namespace skald::privacy
