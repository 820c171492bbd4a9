// Measures what this process takes.
#pragma once

#include <sys/resource.h>

#include <chrono>

#include "record/machine_use.hpp"

namespace skald::run {

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
