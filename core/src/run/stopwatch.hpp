// Measures the time that this process takes.
#pragma once

#include <chrono>

#include "record/run_outcome.hpp"

namespace skald::run {

class Stopwatch {
 public:
  Stopwatch();
  // Returns the time since construction: wall time, and processor time of all threads.
  record::TimeSpent elapsed() const;

 private:
  std::chrono::steady_clock::time_point begin_;
  double cpu_seconds_;
};

}  // namespace skald::run
