#include "worker/worker.hpp"

#include <signal.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <variant>

#include "engine/frames.hpp"
#include "engine/protocol.hpp"
#include "engine/shared_loan.hpp"
#include "plugin_host/plugin.hpp"
#include "system/crash_point.hpp"
#include "system/open_plugins.hpp"
#include "threads/floating_point_mode.hpp"
#include "worker/perform_job.hpp"
#include "worker/process_state.hpp"

namespace skald {
namespace {

const char* const kProcessEnd =
    "the end of the process (destructors of static objects, functions given to std::atexit)";

volatile std::sig_atomic_t is_told = 0;

void tell_to_end(int) { is_told = 1; }

// Ignores signals that are sent to a whole group of processes: they mean the runner, which tells
// its workers what to do. It sends SIGTERM, after which a run is saved as soon as possible.
void listen_to_the_runner() {
  struct sigaction action {};
  action.sa_handler = tell_to_end;
  ::sigaction(SIGTERM, &action, nullptr);
  for (const int number : {SIGINT, SIGHUP, SIGPIPE}) ::signal(number, SIG_IGN);
}

struct Runner final : RunnerConnection {
  bool is_told_to_end() const override { return is_told != 0; }
};

// Reports to the runner every plugin call that could block this process for ever, and its return.
void tell_of_calls(const Runner& runner, const bool& is_kit) {
  plugin_host::watch_plugin_calls(
      {.concerns =
           [&is_kit](const std::filesystem::path& file) { return is_kit || !is_shipped(file); },
       .entered = [&runner](const std::string& call) { runner.answer(encode(CallMessage{call})); },
       .left = [&runner] { runner.answer(encode(CallMessage{})); }});
}

// Tells when this process must not do another job.
class Wear {
 public:
  // To be called after a job. Rounding is looked at after every one; what takes a hundred system
  // calls to find out, once in a while.
  bool is_worn(const Job& job, Workplace& place) {
    if (!uses_shipped_plugins_only(job, place)) return true;
    if (threads::floating_point_mode() != mode_) return true;
    const auto now = std::chrono::steady_clock::now();
    if (now < next_look_) return false;
    next_look_ = now + kBetweenLooks;
    return process_state() != as_started_;
  }

 private:
  static constexpr std::chrono::milliseconds kBetweenLooks{50};

  std::string as_started_ = process_state();
  threads::FloatingPointMode mode_ = threads::floating_point_mode();
  std::chrono::steady_clock::time_point next_look_{};
};

}  // namespace

int work(const PluginOptions& plugins) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // keeps a plugin's last output if it crashes
  Runner runner;
  HelloMessage said = hello();
  threads::CoreLoan* const loan = loan_from_runner();
  Workplace place{.host = load_plugins(plugins), .environment = said.environment, .loan = loan};
  runner.answer(encode(said));
  listen_to_the_runner();
  keep_freed_memory();
  crash_points_of_worker();
  bool is_kit = false;
  tell_of_calls(runner, is_kit);
  Wear wear;
  while (const auto frame = runner.next_job()) {
    const Job job = decode_job(*frame);
    const auto* question = std::get_if<Question>(&job);
    is_kit = question != nullptr && std::holds_alternative<CheckPlugin>(*question);
    auto done = perform_job(job, place, runner);
    if (const auto* stopped = std::get_if<StoppedMessage>(&done)) {
      runner.answer(encode(*stopped));
      break;
    }
    auto& message = std::get<OutcomeMessage>(done);
    message.is_last = wear.is_worn(job, place);
    crash_point(CrashPoint::outcome_ready);
    hold_runner_for(CrashPoint::outcome_sent);
    if (!runner.answer(encode(message))) break;
    crash_point(CrashPoint::outcome_sent);
    if (is_kit) {
      plugin_host::watch_plugin_calls({});
      runner.answer(encode(CallMessage{kProcessEnd}));
      return kEndedWell;
    }
    if (message.is_last) break;
  }
  plugin_host::watch_plugin_calls({});
  runner.next_job();  // returns once the runner closes the socket
  return 0;
}

}  // namespace skald
