// Worker processes that take jobs: whatever a plugin does to its process, it does to that job
// alone.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "worker_process.hpp"

namespace skald {

struct JobLimits {
  std::optional<double> seconds;       // wall time from the first message about the job on
  std::optional<std::int64_t> memory;  // resident bytes
};

// What became known of a job.
struct WorkerEvent {
  enum class Kind {
    message,            // a frame of the worker, in `frame`
    ended,              // the worker's process ended without an answer: `end`, `output`
    unreadable,         // something else than the worker wrote to its socket; killed
    strayed,            // something answered for another job on its socket; killed
    timed_out,          // killed at its time limit
    out_of_memory,      // killed at its memory limit
    pool_out_of_memory  // killed as the largest when all together passed the pool's limit
  };
  Kind kind = Kind::message;
  std::size_t job = 0;
  std::string frame;
  ProcessEnd end;
  std::string output;  // the last lines that the worker printed
};

class WorkerPool {
 public:
  // At most `size` processes of this executable with those arguments; each is started when first
  // needed, and again after it was lost. Together they may have `memory` resident bytes.
  WorkerPool(std::size_t size, std::vector<std::string> arguments,
             std::optional<std::int64_t> memory = std::nullopt);
  ~WorkerPool() { kill_all(); }
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  bool has_idle() const;
  // Hands a job to an idle worker; has_idle() must hold. `job` is the caller's name for it.
  void submit(std::size_t job, const std::string& frame, const JobLimits& limits);
  // The caller has seen the job's answer: its worker is idle again, unless it was its last.
  void release(std::size_t job, bool is_last);
  // Ends the worker that has this job, which then may be submitted again.
  void retire(std::size_t job);
  // Waits until something happens, at most `patience`, and says what did.
  std::vector<WorkerEvent> wait(std::chrono::milliseconds patience);
  // Tells every worker to end as soon as its run is saved.
  void ask_to_end();
  // Kills every worker and what it left behind; their jobs are forgotten.
  void kill_all();

 private:
  using Clock = std::chrono::steady_clock;
  struct Worker {
    std::unique_ptr<WorkerProcess> process;
    std::optional<std::size_t> job;
    std::uint64_t number = 0;  // of the job, in frames
    JobLimits limits;
    Clock::time_point started;
    bool was_heard = false;  // a message about the job has come
  };

  void poll_all(std::chrono::milliseconds patience);
  void collect(Worker& worker, std::vector<WorkerEvent>& events);
  void enforce_limits(Worker& worker, std::vector<WorkerEvent>& events);
  void enforce_memory_of_all(std::vector<WorkerEvent>& events);
  void kill_leftovers() const;
  void lose(Worker& worker, WorkerEvent::Kind kind, std::vector<WorkerEvent>& events);

  std::size_t size_;
  std::vector<std::string> arguments_;
  std::optional<std::int64_t> memory_;
  std::vector<Worker> workers_;
  std::uint64_t jobs_ = 0;  // handed out so far
};

}  // namespace skald
