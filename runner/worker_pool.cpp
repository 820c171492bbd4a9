#include "worker_pool.hpp"

#include <poll.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "children.hpp"

namespace skald {
namespace {

constexpr double kStartSeconds = 30;  // for a process to start and take its job, beside its limit

}  // namespace

WorkerPool::WorkerPool(std::size_t size, std::vector<std::string> arguments,
                       std::optional<std::int64_t> memory)
    : size_(size), arguments_(std::move(arguments)), memory_(memory) {}

bool WorkerPool::has_idle() const {
  return workers_.size() < size_ ||
         std::any_of(workers_.begin(), workers_.end(), [](const Worker& w) { return !w.job; });
}

void WorkerPool::submit(std::size_t job, const std::string& frame, const JobLimits& limits) {
  auto worker =
      std::find_if(workers_.begin(), workers_.end(), [](const Worker& w) { return !w.job; });
  if (worker == workers_.end()) worker = workers_.insert(worker, Worker{});
  // One that died while it was idle is not this job's fault.
  if (worker->process && (worker->process->has_ended() || !worker->process->receive())) {
    worker->process.reset();
  }
  if (!worker->process) worker->process = std::make_unique<WorkerProcess>(arguments_);
  worker->process->take_output();  // of the job before
  worker->job = job;
  worker->limits = limits;
  worker->started = Clock::now();
  worker->was_heard = false;
  worker->number = ++jobs_;
  worker->process->send(worker->number, frame);
}

void WorkerPool::release(std::size_t job, bool is_last) {
  if (is_last) return retire(job);
  for (Worker& worker : workers_) {
    if (worker.job == job) worker.job.reset();
  }
}

void WorkerPool::retire(std::size_t job) {
  std::erase_if(workers_, [job](const Worker& worker) { return worker.job == job; });
  kill_leftovers();
}

void WorkerPool::ask_to_end() {
  for (const Worker& worker : workers_) {
    if (worker.process) worker.process->ask_to_end();
  }
}

void WorkerPool::kill_all() {
  workers_.clear();
  kill_leftovers();
}

void WorkerPool::kill_leftovers() const {
  std::vector<pid_t> own;
  for (const Worker& worker : workers_) {
    if (worker.process) own.push_back(worker.process->pid());
  }
  kill_orphans(own);
}

void WorkerPool::poll_all(std::chrono::milliseconds patience) {
  std::vector<pollfd> polled;
  for (const Worker& worker : workers_) {
    if (!worker.process) continue;
    const bool writes = worker.process->has_unsent();
    polled.push_back(
        {worker.process->socket(), static_cast<short>(writes ? POLLIN | POLLOUT : POLLIN), 0});
    polled.push_back({worker.process->output(), POLLIN, 0});  // poll() skips -1
    polled.push_back({worker.process->end(), POLLIN, 0});
  }
  ::poll(polled.data(), polled.size(), static_cast<int>(patience.count()));
}

std::vector<WorkerEvent> WorkerPool::wait(std::chrono::milliseconds patience) {
  poll_all(patience);
  std::vector<WorkerEvent> events;
  for (Worker& worker : workers_) {
    if (worker.process) collect(worker, events);
    if (worker.process && worker.job) enforce_limits(worker, events);
  }
  if (memory_) enforce_memory_of_all(events);
  return events;
}

void WorkerPool::collect(Worker& worker, std::vector<WorkerEvent>& events) {
  worker.process->flush();
  const bool has_ended = worker.process->has_ended();  // before what it wrote last is read
  const bool open = worker.process->receive();
  worker.process->drain_output();
  try {
    while (auto frame = worker.process->next_frame()) {
      if (!worker.job || frame->job != worker.number) {
        return lose(worker, WorkerEvent::Kind::strayed, events);
      }
      if (!std::exchange(worker.was_heard, true)) worker.started = Clock::now();
      events.push_back({.kind = WorkerEvent::Kind::message,
                        .job = *worker.job,
                        .frame = std::move(frame->body),
                        .end = {},
                        .output = {}});
    }
  } catch (const std::runtime_error&) {
    return lose(worker, WorkerEvent::Kind::unreadable, events);
  }
  if (has_ended || !open) lose(worker, WorkerEvent::Kind::ended, events);
}

void WorkerPool::enforce_limits(Worker& worker, std::vector<WorkerEvent>& events) {
  const std::chrono::duration<double> elapsed = Clock::now() - worker.started;
  const double grace = worker.was_heard ? 0 : kStartSeconds;
  if (worker.limits.seconds && elapsed.count() > *worker.limits.seconds + grace) {
    return lose(worker, WorkerEvent::Kind::timed_out, events);
  }
  if (worker.limits.memory && worker.process->resident_memory() > *worker.limits.memory) {
    lose(worker, WorkerEvent::Kind::out_of_memory, events);
  }
}

void WorkerPool::enforce_memory_of_all(std::vector<WorkerEvent>& events) {
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
    lose(*largest, WorkerEvent::Kind::pool_out_of_memory, events);
}

void WorkerPool::lose(Worker& worker, WorkerEvent::Kind kind, std::vector<WorkerEvent>& events) {
  if (kind != WorkerEvent::Kind::ended) worker.process->kill();
  const ProcessEnd end = worker.process->wait_or_kill();
  if (worker.job) {
    events.push_back({.kind = kind,
                      .job = *worker.job,
                      .frame = {},
                      .end = end,
                      .output = worker.process->take_output()});
  }
  worker.process.reset();
  worker.job.reset();
  kill_leftovers();
}

}  // namespace skald
