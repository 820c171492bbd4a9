// Measures the time that this process takes.
#pragma once

#include <chrono>

#include "record/run_outcome.hpp"

namespace skald::run {

class Stopwatch {
 public:
  Stopwatch();
  // Returns the time since construction: wall time, without that for which the process was stopped,
  // and processor time of all threads.
  record::TimeSpent elapsed() const;

 private:
  std::chrono::nanoseconds begin_;  // of threads::running_time()
  double cpu_seconds_;
};

}  // namespace skald::run
