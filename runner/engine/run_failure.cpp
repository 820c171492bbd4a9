#include "engine/run_failure.hpp"

#include <fmt/core.h>
#include <signal.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>

#include "text/printable.hpp"

namespace skald {
namespace {

// Returns the plugin's call that the process was in, if it reported one: ", in the destructor of
// ...".
std::string place(const JobEvent& event) {
  return event.call.empty() ? "" : ", in " + text::printable(event.call);
}

std::string describe_end(const JobEvent& event) {
  if (event.end.lingered) return "it closed its connection to the runner; stopped";
  if (event.end.signal) {
    return fmt::format("killed by signal {} ({}){}", *event.end.signal,
                       ::strsignal(*event.end.signal),
                       was_disturbed_from_outside(event)
                           ? ", which came from outside: the system, short of memory, or somebody"
                           : "");
  }
  return fmt::format("its process ended early, with exit code {}", event.end.exit_code);
}

std::string describe_without_output(const JobEvent& event) {
  switch (event.kind) {
    case JobEvent::Kind::timed_out:
      return "stopped at its limit run.limits.seconds";
    case JobEvent::Kind::out_of_memory:
      return "stopped at its limit run.limits.memory";
    case JobEvent::Kind::shared_out_of_memory:
      return "stopped as the largest when all runs together passed --max-memory";
    case JobEvent::Kind::unreadable:
      return "stopped: it wrote to the connection of its process to the runner";
    case JobEvent::Kind::strayed:
      return "stopped: its process answered for another run; a plugin has copied the process";
    case JobEvent::Kind::stuck:
      return fmt::format(
          "stopped: {} did not come back within {:g} s; correct the plugin, or give it more time "
          "(--patience SECONDS)",
          text::printable(event.call), event.limit);
    default:
      return describe_end(event) + place(event);
  }
}

std::string with_output(const std::string& text, const JobEvent& event) {
  return event.output.empty() ? text : text + "; last output:\n" + event.output;
}

}  // namespace

record::RunStatus status_of_loss(const JobEvent& event) {
  switch (event.kind) {
    case JobEvent::Kind::timed_out:
    case JobEvent::Kind::stuck:
      return record::RunStatus::timeout;
    case JobEvent::Kind::out_of_memory:
    case JobEvent::Kind::shared_out_of_memory:
      return record::RunStatus::out_of_memory;
    default:
      return record::RunStatus::crashed;
  }
}

std::string describe_loss(const JobEvent& event) {
  return with_output(describe_without_output(event), event);
}

std::string describe_loss(const JobEvent& event, const std::string& task) {
  if (event.kind == JobEvent::Kind::timed_out) {
    return with_output(
        fmt::format("{} took more than {:g} s; raise --patience SECONDS, or make what its "
                    "plugins do there faster",
                    task, event.limit),
        event);
  }
  if (event.kind == JobEvent::Kind::stuck) return describe_loss(event);
  return "a plugin ended its process during " + task + ": " + describe_loss(event);
}

void require_accepted(const JobEvent& event) {
  if (event.kind == JobEvent::Kind::refused) throw std::runtime_error(event.refusal);
}

bool was_disturbed_from_outside(const JobEvent& event) {
  if (event.kind == JobEvent::Kind::strayed) return true;
  if (event.kind != JobEvent::Kind::ended || event.end.lingered || !event.end.signal) return false;
  constexpr std::array shutdown{SIGKILL, SIGTERM, SIGINT, SIGHUP, SIGPWR};
  return std::find(shutdown.begin(), shutdown.end(), *event.end.signal) != shutdown.end();
}

}  // namespace skald
