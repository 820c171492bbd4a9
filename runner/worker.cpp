#include "worker.hpp"

#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <stdexcept>
#include <utility>

#include "cell/check_cell.hpp"
#include "checkpoint_file.hpp"
#include "crash_point.hpp"
#include "grid/canonical.hpp"
#include "memory_limit.hpp"
#include "messages.hpp"
#include "process_state.hpp"
#include "run_inputs.hpp"
#include "runner_connection.hpp"
#include "sample_file.hpp"
#include "shipped.hpp"
#include "worker_process.hpp"

namespace skald {
namespace {

constexpr std::chrono::milliseconds kProgressInterval{500};

volatile std::sig_atomic_t is_told_to_end = 0;

void tell_to_end(int) { is_told_to_end = 1; }

// Whoever ends a whole group of processes means the runner, which tells its workers what to do: by
// SIGTERM, after which a run is saved as soon as it can be.
void listen_to_the_runner() {
  struct sigaction action {};
  action.sa_handler = tell_to_end;
  ::sigaction(SIGTERM, &action, nullptr);
  for (const int number : {SIGINT, SIGHUP, SIGPIPE}) ::signal(number, SIG_IGN);
}

double cpu_seconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

Progress reporter(const RunnerConnection& runner) {
  auto last = std::chrono::steady_clock::now();
  return [&runner, last](std::int64_t done, std::int64_t wanted) mutable {
    const auto now = std::chrono::steady_clock::now();
    if (now - last < kProgressInterval) return;
    last = now;
    runner.answer(encode(ProgressMessage{done, wanted}));
  };
}

// The run's draws, where they are to be kept: those of this process, not of a copy that a plugin
// made of it.
class OwnDraws final : public SampleSink {
 public:
  OwnDraws(SampleFile& file, const RunnerConnection& runner) : file_(file), runner_(runner) {}
  void keep(std::int64_t index, ConstBlock theta) override {
    runner_.end_copies();
    file_.keep(index, theta);
  }
  void flush() override {
    runner_.end_copies();
    file_.flush();
  }

 private:
  SampleFile& file_;
  const RunnerConnection& runner_;
};

// A worker that was told to end does so after a checkpoint, from which the run goes on elsewhere.
Checkpoints checkpoints_in(CheckpointFile& file, const SampleFile& samples,
                           const RunnerConnection& runner) {
  Checkpoints checkpoints;
  const auto saved = file.load();
  if (saved && samples.holds(saved->draws)) checkpoints.saved = saved->state;
  checkpoints.is_due = [&] { return is_told_to_end != 0 || file.is_due(); };
  checkpoints.save = [&](std::string_view state) {
    runner.end_copies();
    file.save({.state = std::string(state), .draws = samples.seal()});
    if (is_told_to_end == 0) return;
    runner.answer(encode_stopped());
    ::_exit(0);
  };
  return checkpoints;
}

// Nothing that such a run says is of the run that was declared.
RunOutcome changed_input(std::string message) {
  RunOutcome outcome;
  outcome.status = RunStatus::input_changed;
  outcome.message = std::move(message);
  return outcome;
}

RunOutcome run(const Job& job, SampleFile& samples, PluginHost& host, RunInputs& inputs,
               const RunnerConnection& runner) {
  runner.answer(encode(ProgressMessage{0, 1}));  // its time begins
  RunRequest request = request_of(job);
  if (auto changed = inputs.changed_before(job, request.cell, host)) {
    return changed_input(std::move(*changed));
  }
  std::optional<std::string> changed;
  bool is_loaded = false;
  request.after_loading = [&] {
    is_loaded = true;
    changed = inputs.changed_since();
    if (changed) throw std::runtime_error(*changed);
  };
  OwnDraws draws(samples, runner);
  if (!job.samples.empty()) request.samples = &draws;
  CheckpointFile checkpoint(job.checkpoint);
  if (!job.checkpoint.file.empty()) {
    request.checkpoints = checkpoints_in(checkpoint, samples, runner);
  }
  const MemoryLimit limit(job.memory);
  RunOutcome outcome = run_cell(request, host, reporter(runner));
  if (!is_loaded) changed = inputs.changed_since();  // what was read half way made no sense
  if (changed) return changed_input(std::move(*changed));
  if (outcome.status == RunStatus::out_of_memory && job.memory) {
    outcome.message += "; run.limits.memory is " + std::to_string(*job.memory) + " bytes";
  }
  return outcome;
}

RunOutcome check(const Job& job, PluginHost& host) {
  RunOutcome outcome;
  for (std::size_t i = 0; i < job.check.size(); ++i) {
    const RunOutcome one = check_cell(read_cell(job.check[i]), host);
    if (one.status == RunStatus::ok) continue;
    outcome.events.push_back({static_cast<std::int64_t>(i), "refused", one.message});
  }
  return outcome;
}

RunOutcome prepare(const Job& job, PluginHost& host, const RunnerConnection& runner) {
  runner.answer(encode(ProgressMessage{0, 1}));  // its time begins
  return prepare_cell(request_of(job), host);
}

// A run whose draws cannot be written has failed, whatever its numbers.
void finish(SampleFile& samples, OutcomeMessage& message) {
  try {
    if (is_result(message.outcome.status)) message.samples = samples.finish();
  } catch (const std::exception& e) {
    message.outcome.status = RunStatus::failed;
    message.outcome.message = e.what();
  }
}

OutcomeMessage do_job(const Job& job, PluginHost& host, RunInputs& inputs,
                      const RunnerConnection& runner) {
  OutcomeMessage message;
  message.run = job.run;
  if (!job.check.empty()) {
    message.outcome = check(job, host);
    return message;
  }
  if (job.prepare) {
    message.outcome = prepare(job, host, runner);
    return message;
  }
  SampleFile samples(job.samples);
  message.outcome = run(job, samples, host, inputs, runner);
  runner.end_copies();
  finish(samples, message);
  return message;
}

bool is_shipped(const PluginChoice& choice, PluginHost& host) {
  try {
    return is_shipped(host.find(choice.kind, choice.plugin));
  } catch (const std::exception&) {  // the job has said why it cannot be used
    return false;
  }
}

// Whether all plugins of the job came with Skald. Others may leave more behind than
// process_state() sees: the next job is for a fresh process.
bool uses_shipped_plugins_only(const Job& job, PluginHost& host) {
  const auto is_shipped_only = [&host](const std::string& text) {
    const Cell cell = read_cell(text);
    return std::all_of(cell.plugins.begin(), cell.plugins.end(),
                       [&](const PluginChoice& choice) { return is_shipped(choice, host); });
  };
  if (job.check.empty()) return is_shipped_only(job.cell);
  return std::all_of(job.check.begin(), job.check.end(), is_shipped_only);
}

}  // namespace

int work(PluginHost& host) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // what a plugin prints last is wanted when it crashes
  listen_to_the_runner();
  crash_points_of_worker();
  RunnerConnection runner(WorkerProcess::kWorkerSocket);
  RunInputs inputs;
  const std::string as_started = process_state();
  while (const auto frame = runner.next_job()) {
    const Job job = decode_job(*frame);
    reset_floating_point();
    reset_peak_memory();
    const double before = cpu_seconds();
    OutcomeMessage message = do_job(job, host, inputs, runner);
    message.cpu_seconds = cpu_seconds() - before;
    message.peak_memory = peak_memory();
    message.is_last = !uses_shipped_plugins_only(job, host) || process_state() != as_started;
    crash_point();
    if (!runner.answer(encode(message))) break;
    crash_point();
    if (message.is_last) break;
  }
  runner.next_job();  // there is none: until the runner ends this process
  return 0;
}

}  // namespace skald
