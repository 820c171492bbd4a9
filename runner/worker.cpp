#include "worker.hpp"

#include <sys/resource.h>

#include <chrono>
#include <cstdio>

#include "cell/check_cell.hpp"
#include "checkpoint_file.hpp"
#include "frames.hpp"
#include "grid/canonical.hpp"
#include "memory_limit.hpp"
#include "messages.hpp"
#include "sample_file.hpp"
#include "worker_process.hpp"

namespace skald {
namespace {

constexpr int kSocket = WorkerProcess::kWorkerSocket;
constexpr std::chrono::milliseconds kProgressInterval{500};

double cpu_seconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

Progress reporter() {
  auto last = std::chrono::steady_clock::now();
  return [last](std::int64_t done, std::int64_t wanted) mutable {
    const auto now = std::chrono::steady_clock::now();
    if (now - last < kProgressInterval) return;
    last = now;
    write_frame(kSocket, encode(ProgressMessage{done, wanted}));
  };
}

RunOutcome run(const Job& job, SampleFile& samples, PluginHost& host) {
  write_frame(kSocket, encode(ProgressMessage{0, 1}));  // its time begins
  RunRequest request = request_of(job);
  if (!job.samples.empty()) request.samples = &samples;
  CheckpointFile checkpoint(job.checkpoint);
  if (!job.checkpoint.file.empty()) {
    request.checkpoints = {.saved = checkpoint.load(),
                           .is_due = [&] { return checkpoint.is_due(); },
                           .save = [&](std::string_view state) { checkpoint.save(state); }};
  }
  const MemoryLimit limit(job.memory);
  RunOutcome outcome = run_cell(request, host, reporter());
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

// A run whose draws cannot be written has failed, whatever its numbers.
void finish(SampleFile& samples, OutcomeMessage& message) {
  try {
    if (is_result(message.outcome.status)) message.samples = samples.finish();
  } catch (const std::exception& e) {
    message.outcome.status = RunStatus::failed;
    message.outcome.message = e.what();
  }
}

OutcomeMessage do_job(const Job& job, PluginHost& host) {
  OutcomeMessage message;
  if (!job.check.empty()) {
    message.outcome = check(job, host);
    return message;
  }
  SampleFile samples(job.samples);
  message.outcome = run(job, samples, host);
  finish(samples, message);
  return message;
}

}  // namespace

int work(PluginHost& host) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // what a plugin prints last is wanted when it crashes
  while (const auto frame = read_frame(kSocket)) {
    reset_peak_memory();
    const double before = cpu_seconds();
    OutcomeMessage message = do_job(decode_job(*frame), host);
    message.cpu_seconds = cpu_seconds() - before;
    message.peak_memory = peak_memory();
    if (!write_frame(kSocket, encode(message))) break;
  }
  return 0;
}

}  // namespace skald
