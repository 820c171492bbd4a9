// Describes the end of a run that gave no answer.
#pragma once

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

}  // namespace skald
