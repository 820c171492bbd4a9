#include "run_failure.hpp"

#include <fmt/core.h>
#include <signal.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace skald {
namespace {

std::string describe_end(const WorkerEvent& event) {
  if (event.end.lingered) return "it closed its connection to the runner; stopped";
  if (was_disturbed_from_outside(event)) {
    return fmt::format(
        "killed by signal {} ({}), which came from outside: the system, short of "
        "memory, or somebody",
        *event.end.signal, ::strsignal(*event.end.signal));
  }
  if (event.end.signal) {
    return fmt::format("killed by signal {} ({})", *event.end.signal,
                       ::strsignal(*event.end.signal));
  }
  return fmt::format("its process ended early, with exit code {}", event.end.exit_code);
}

std::string describe_without_output(const WorkerEvent& event) {
  switch (event.kind) {
    case WorkerEvent::Kind::timed_out:
      return "stopped at its limit run.limits.seconds";
    case WorkerEvent::Kind::out_of_memory:
      return "stopped at its limit run.limits.memory";
    case WorkerEvent::Kind::pool_out_of_memory:
      return "stopped as the largest when all runs together passed --max-memory";
    case WorkerEvent::Kind::unreadable:
      return "stopped: it wrote to the connection of its process to the runner";
    case WorkerEvent::Kind::strayed:
      return "stopped: its process answered for another run; a plugin has copied the process";
    default:
      return describe_end(event);
  }
}

}  // namespace

RunStatus status_of_loss(const WorkerEvent& event) {
  switch (event.kind) {
    case WorkerEvent::Kind::timed_out:
      return RunStatus::timeout;
    case WorkerEvent::Kind::out_of_memory:
    case WorkerEvent::Kind::pool_out_of_memory:
      return RunStatus::out_of_memory;
    default:
      return RunStatus::crashed;
  }
}

std::string describe_loss(const WorkerEvent& event) {
  const std::string text = describe_without_output(event);
  return event.output.empty() ? text : text + "; last output:\n" + event.output;
}

bool was_disturbed_from_outside(const WorkerEvent& event) {
  if (event.kind == WorkerEvent::Kind::strayed) return true;
  if (event.kind != WorkerEvent::Kind::ended || event.end.lingered || !event.end.signal)
    return false;
  constexpr std::array shutdown{SIGKILL, SIGTERM, SIGINT, SIGHUP, SIGPWR};
  return std::find(shutdown.begin(), shutdown.end(), *event.end.signal) != shutdown.end();
}

}  // namespace skald
