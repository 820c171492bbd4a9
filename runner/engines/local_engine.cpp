#include "engines/local_engine.hpp"

#include <poll.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "engine/frames.hpp"
#include "engine/messages.hpp"
#include "engine/protocol.hpp"
#include "plugin_host/search_path.hpp"
#include "system/program.hpp"
#include "system/provenance.hpp"
#include "threads/running_time.hpp"

namespace skald {
namespace {

constexpr std::chrono::seconds kBetweenStarts{1};  // after the system has refused a process
constexpr double kStartSeconds = 30;  // to start a process and take its job, beyond the job's limit

namespace fs = std::filesystem;

std::vector<std::string> worker_arguments(const PluginOptions& plugins) {
  std::vector<std::string> arguments{"skald", "worker"};
  const std::vector<std::string> of_plugins = plugin_arguments(plugins);
  arguments.insert(arguments.end(), of_plugins.begin(), of_plugins.end());
  return arguments;
}

}  // namespace

LocalEngine::LocalEngine(const EngineOptions& options)
    : LocalEngine(options, worker_arguments(options.plugins)) {}

LocalEngine::LocalEngine(const EngineOptions& options, std::vector<std::string> worker)
    : size_(options.jobs),
      arguments_(std::move(worker)),
      memory_(options.memory),
      patience_(options.plugins.patience),
      program_(executable()),
      has_shipped_plugins_(fs::exists(plugin_host::shipped_plugin_folder(program_))) {}

bool LocalEngine::has_idle_process() const {
  return std::any_of(workers_.begin(), workers_.end(),
                     [](const Worker& w) { return !w.job && w.process; });
}

bool LocalEngine::has_idle() const {
  if (has_idle_process()) return true;
  if (Clock::now() < next_start_) return false;
  return workers_.size() < size_ ||
         std::any_of(workers_.begin(), workers_.end(), [](const Worker& w) { return !w.job; });
}

// Prefers a worker with a process.
LocalEngine::Worker& LocalEngine::idle_worker() {
  const bool has_process = has_idle_process();
  const auto idle = std::find_if(workers_.begin(), workers_.end(), [&](const Worker& w) {
    return !w.job && (w.process || !has_process);
  });
  return idle != workers_.end() ? *idle : workers_.emplace_back();
}

// A worker runs the program of this process even if its file is gone, but looks for the plugins
// beside that file.
std::optional<std::string> LocalEngine::missing_program() const {
  if (!has_shipped_plugins_ || fs::exists(plugin_host::shipped_plugin_folder(executable()))) {
    return std::nullopt;
  }
  return program_.string() +
         " was removed or replaced while it ran, with the plugins that came with it: no worker can "
         "be started. No run is lost: the same command goes on, with the program that is there now";
}

void LocalEngine::submit(std::size_t job, const std::string& frame, const JobLimits& limits) {
  Worker* worker = &idle_worker();
  // The job is not to blame for a worker that died while it was idle.
  if (worker->process && (worker->process->has_ended() || !worker->process->receive())) {
    worker->process.reset();
  }
  if (!worker->process) {
    worker->environment.reset();
    if (auto missing = missing_program()) {
      JobEvent& event = refused_.emplace_back();
      event.kind = JobEvent::Kind::refused;
      event.job = job;
      event.refusal = std::move(*missing);
      return;
    }
    next_start_ = Clock::now() + kBetweenStarts;  // remains if the start is refused
    worker->process = std::make_unique<WorkerProcess>(arguments_);
    next_start_ = {};
  }
  worker->process->take_output();  // drop the output of the previous job
  worker->job = job;
  worker->limits = limits;
  worker->started = threads::running_time();
  worker->was_heard = false;
  worker->call.clear();
  worker->number = ++jobs_;
  worker->process->loan().grant(0);
  if (!worker->environment) {
    worker->frame = frame;  // sent once the worker has said hello
    return;
  }
  worker->process->send(worker->number, frame);
}

void LocalEngine::release(std::size_t job, bool is_last) {
  if (is_last) return abandon(job);
  for (Worker& worker : workers_) {
    if (worker.job == job) worker.job.reset();
  }
}

void LocalEngine::abandon(std::size_t job) {
  std::erase_if(workers_, [job](const Worker& worker) { return worker.job == job; });
  kill_leftovers();
}

void LocalEngine::lend(std::size_t job, int cores) {
  for (const Worker& worker : workers_) {
    if (worker.job == job && worker.process) worker.process->loan().grant(cores);
  }
}

int LocalEngine::lent(std::size_t job) const {
  for (const Worker& worker : workers_) {
    if (worker.job == job && worker.process) return worker.process->loan().outstanding();
  }
  return 0;
}

void LocalEngine::ask_to_end() {
  for (const Worker& worker : workers_) {
    if (worker.process) worker.process->ask_to_end();
  }
}

void LocalEngine::end_all() {
  workers_.clear();
  refused_.clear();
  kill_leftovers();
}

void LocalEngine::kill_leftovers() const {
  std::vector<pid_t> own;
  for (const Worker& worker : workers_) {
    if (worker.process) own.push_back(worker.process->pid());
  }
  kill_orphans(own);
}

void LocalEngine::poll_all(std::chrono::milliseconds longest) {
  std::vector<pollfd> polled;
  for (const Worker& worker : workers_) {
    if (!worker.process) continue;
    const bool writes = worker.process->has_unsent();
    polled.push_back(
        {worker.process->socket(), static_cast<short>(writes ? POLLIN | POLLOUT : POLLIN), 0});
    polled.push_back({worker.process->output(), POLLIN, 0});  // poll() skips -1
    polled.push_back({worker.process->end(), POLLIN, 0});
  }
  ::poll(polled.data(), polled.size(), static_cast<int>(longest.count()));
}

std::vector<JobEvent> LocalEngine::wait(std::chrono::milliseconds longest) {
  std::vector<JobEvent> events = std::exchange(refused_, {});
  poll_all(events.empty() ? longest : std::chrono::milliseconds(0));
  for (Worker& worker : workers_) {
    if (worker.process) collect(worker, events);
    if (worker.process && worker.job) enforce_limits(worker, events);
  }
  if (memory_) enforce_memory_of_all(events);
  return events;
}

void LocalEngine::collect(Worker& worker, std::vector<JobEvent>& events) {
  worker.process->flush();
  const bool has_ended = worker.process->has_ended();  // asked before the last messages are read
  const bool open = worker.process->receive();
  worker.process->drain_output();
  try {
    while (auto frame = worker.process->next_frame()) {
      if (!worker.environment) {
        if (!is_greeted(worker, *frame, events)) return;
        continue;
      }
      if (!worker.job || frame->job != worker.number) {
        return lose(worker, JobEvent::Kind::strayed, events);
      }
      take(worker, std::move(frame->body), events);
    }
  } catch (const std::runtime_error&) {
    return lose(worker, JobEvent::Kind::unreadable, events);
  }
  if (has_ended || !open) lose(worker, JobEvent::Kind::ended, events);
}

std::optional<std::string> LocalEngine::why_not_started(const Worker& worker, const ProcessEnd& end,
                                                        const std::string& output) const {
  if (worker.environment || end.signal) return std::nullopt;
  if (auto missing = missing_program()) return missing;
  return "a worker process could not start, and ended with exit code " +
         std::to_string(end.exit_code) + (output.empty() ? "" : "; its last output:\n" + output);
}

bool LocalEngine::is_greeted(Worker& worker, const Frame& frame, std::vector<JobEvent>& events) {
  const std::string place = "the worker process " + std::to_string(worker.process->pid());
  HelloMessage message;
  if (auto refusal = refusal_of(frame.job, frame.body, place, message)) {
    lose(worker, JobEvent::Kind::refused, events, std::move(*refusal));
    return false;
  }
  worker.environment = std::make_shared<record::EnvironmentRecord>(std::move(message.environment));
  worker.process->send(worker.number, std::exchange(worker.frame, {}));
  return true;
}

void LocalEngine::take(Worker& worker, std::string frame, std::vector<JobEvent>& events) {
  const Time now = threads::running_time();
  if (!std::exchange(worker.was_heard, true)) worker.started = now;
  if (kind_of(frame) == MessageKind::call) {
    worker.call = decode<CallMessage>(frame).call;
    worker.call_entered = now;
    return;
  }
  JobEvent event;
  event.job = *worker.job;
  if (kind_of(frame) == MessageKind::outcome) event.output = worker.process->take_output();
  event.frame = std::move(frame);
  event.environment = worker.environment;
  events.push_back(std::move(event));
}

void LocalEngine::enforce_limits(Worker& worker, std::vector<JobEvent>& events) {
  const Time now = threads::running_time();
  const std::chrono::duration<double> elapsed = now - worker.started;
  const double grace = worker.was_heard ? 0 : kStartSeconds;
  if (worker.limits.seconds && elapsed.count() > *worker.limits.seconds + grace) {
    return lose(worker, JobEvent::Kind::timed_out, events);
  }
  if (!worker.call.empty() && now - worker.call_entered > patience_) {
    return lose(worker, JobEvent::Kind::stuck, events);
  }
  if (worker.limits.memory && worker.process->resident_memory() > *worker.limits.memory) {
    lose(worker, JobEvent::Kind::out_of_memory, events);
  }
}

void LocalEngine::enforce_memory_of_all(std::vector<JobEvent>& events) {
  std::int64_t total = 0, most = 0;
  Worker* largest = nullptr;
  for (Worker& worker : workers_) {
    if (!worker.process) continue;
    const std::int64_t resident = worker.process->resident_memory();
    total += resident;
    if (resident > most) largest = &worker;
    most = std::max(most, resident);
  }
  if (largest != nullptr && total > *memory_)
    lose(*largest, JobEvent::Kind::shared_out_of_memory, events);
}

void LocalEngine::lose(Worker& worker, JobEvent::Kind kind, std::vector<JobEvent>& events,
                       std::string refusal) {
  if (kind != JobEvent::Kind::ended) worker.process->kill();
  const ProcessEnd end = worker.process->wait_or_kill();
  if (worker.job) {
    const std::chrono::duration<double> elapsed = threads::running_time() - worker.started;
    std::string output = worker.process->take_output();
    if (auto why = why_not_started(worker, end, output); why && kind == JobEvent::Kind::ended) {
      kind = JobEvent::Kind::refused;
      refusal = std::move(*why);
    }
    events.push_back({.kind = kind,
                      .job = *worker.job,
                      .frame = {},
                      .end = end,
                      .output = std::move(output),
                      .call = worker.call,
                      .limit = kind == JobEvent::Kind::stuck ? patience_.count()
                                                             : worker.limits.seconds.value_or(0),
                      .seconds = elapsed.count(),
                      .refusal = std::move(refusal),
                      .environment = worker.environment});
  }
  worker = {};
  kill_leftovers();
}

}  // namespace skald
