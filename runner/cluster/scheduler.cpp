#include "cluster/scheduler.hpp"

namespace skald {

const char* name_of(QueueState state) {
  switch (state) {
    case QueueState::queued:
      return "queued";
    case QueueState::held:
      return "held";
    case QueueState::running:
      return "running";
    case QueueState::completed:
      return "completed";
    case QueueState::failed:
      return "failed";
    case QueueState::cancelled:
      return "cancelled";
    case QueueState::timed_out:
      return "timed out";
    case QueueState::out_of_memory:
      return "out of memory";
    case QueueState::preempted:
      return "preempted";
    case QueueState::node_lost:
      return "node lost";
  }
  return "";
}

}  // namespace skald
