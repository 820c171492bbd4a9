// The end of a run without an answer, in words.
#pragma once

#include <string>

#include "engine/engine.hpp"
#include "record/records.hpp"

namespace skald {

// `event` is neither a message nor a refusal. The text says how the process ended and what it
// printed last.
record::RunStatus status_of_loss(const JobEvent& event);
std::string describe_loss(const JobEvent& event);
// The same of a job that is no run: "the account of the cell".
std::string describe_loss(const JobEvent& event, const std::string& task);

// Throws std::runtime_error with the engine's words where the event says that it cannot do jobs.
void require_accepted(const JobEvent& event);

// Whether something outside the run ended its worker, a signal of those that shut systems down or
// an answer for another run: the run itself may be all right.
bool was_disturbed_from_outside(const JobEvent& event);

}  // namespace skald
