// The door through which the numbers of a run's ledger pass before anything is made of them.
#pragma once

#include <cstdint>

#include "skald/ledger.hpp"

namespace skald::run {

// Plugins write the ledger, and all comparisons at equal cost stand on it. Each of its numbers must
// be finite, no less than before, at least 0, and at most 2^63, which no simulation can count.
class CostWatch {
 public:
  // Takes what the ledger holds after that iteration. Throws std::runtime_error that names the
  // number, and says what to do, if it cannot be what the run has cost.
  void accept(const Ledger& ledger, std::int64_t iteration);
  // The run goes back to where that was accepted.
  void go_back_to(const Ledger& ledger) { accepted_ = ledger; }

 private:
  Ledger accepted_;
};

}  // namespace skald::run
