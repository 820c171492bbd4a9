// Describes the end of a run that gave no answer.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "engine/engine.hpp"
#include "record/records.hpp"

namespace skald {

// `event` must be neither a message nor a refusal. The text says how the process ended and what it
// printed last.
record::RunStatus status_of_loss(const JobEvent& event);
std::string describe_loss(const JobEvent& event);
// As above, for a job that is no run; `task` names it: "the account of the cell".
std::string describe_loss(const JobEvent& event, const std::string& task);

// Throws std::runtime_error with the engine's words if the event says that it cannot do jobs.
void require_accepted(const JobEvent& event);

// Whether something outside the run ended its worker, such as a signal that shuts systems down, or
// the worker answered for another job: the run itself may be all right.
bool was_disturbed_from_outside(const JobEvent& event);

// Counts how often the worker of a job was ended from outside: such a job is done again a few
// times.
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
