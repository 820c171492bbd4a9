// The door through which the numbers of a run's ledger pass before anything is made of them.
#pragma once

#include <sys/resource.h>

#include <chrono>
#include <cstdint>

#include "record/costs.hpp"
#include "skald/ledger.hpp"

namespace skald::run {

// Plugins write the ledger, and all comparisons at equal cost stand on it. Each of its numbers must
// be finite, no less than before, at least 0, and at most 2^63, which no simulation can count.
class CostWatch {
 public:
  // Takes what the ledger holds after that iteration. Throws std::runtime_error that names the
  // number, and says what to do, if it cannot be what the run has cost.
  void accept(const Ledger& ledger, std::int64_t iteration);

 private:
  Ledger accepted_;
};

// Measures what this process takes.
class Stopwatch {
 public:
  Stopwatch();
  // Returns what the process has taken since construction: wall time, without that for which it was
  // stopped, and processor time of all threads, none of it for metrics.
  record::MachineUse elapsed() const;

 private:
  std::chrono::nanoseconds begin_;  // of threads::running_time()
  rusage usage_{};                  // of the process at the beginning
};

}  // namespace skald::run
