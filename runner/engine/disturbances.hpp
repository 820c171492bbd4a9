// Counts how often the worker of a job was ended from outside: such a job is done again a few
// times.
#pragma once

#include <cstddef>
#include <map>

#include "engine/run_failure.hpp"

namespace skald {

class Disturbances {
 public:
  // Whether the job is to be done again: the event says that something outside ended its worker,
  // and this has not happened too often.
  bool are_forgiven(const JobEvent& event) {
    return event.kind != JobEvent::Kind::message && was_disturbed_from_outside(event) &&
           ++counts_[event.job] < kAttempts;
  }
  // To be called when the job has ended.
  void forget(std::size_t job) { counts_.erase(job); }

 private:
  static constexpr int kAttempts = 5;  // after that, the job itself is taken to be at fault

  std::map<std::size_t, int> counts_;
};

}  // namespace skald
