// The end of a run without an answer, in words.
#pragma once

#include <string>

#include "store/records.hpp"
#include "worker_pool.hpp"

namespace skald {

// `event` is not a message. The text says how the process ended and what it printed last.
RunStatus status_of_loss(const WorkerEvent& event);
std::string describe_loss(const WorkerEvent& event);

// Whether something outside the run ended its worker, a signal of those that shut systems down or
// an answer for another run: the run itself may be all right.
bool was_disturbed_from_outside(const WorkerEvent& event);

}  // namespace skald
