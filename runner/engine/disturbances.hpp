// Jobs whose workers were ended from outside: they are done again, a few times.
#pragma once

#include <cstddef>
#include <map>

#include "engine/run_failure.hpp"

namespace skald {

class Disturbances {
 public:
  // Whether the event says that something outside ended the job's worker, and has not done so too
  // often: then the job is to be done again.
  bool are_forgiven(const JobEvent& event) {
    return event.kind != JobEvent::Kind::message && was_disturbed_from_outside(event) &&
           ++counts_[event.job] < kAttempts;
  }
  // The job has come to its end.
  void forget(std::size_t job) { counts_.erase(job); }

 private:
  static constexpr int kAttempts = 5;  // after that it is taken for the job's own fault

  std::map<std::size_t, int> counts_;
};

}  // namespace skald
