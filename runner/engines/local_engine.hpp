// Does jobs in worker processes on this machine: whatever a plugin does to its process, it does
// only to that job.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "engine/frames.hpp"
#include "engine/protocol.hpp"
#include "engines/engines.hpp"
#include "engines/worker_process.hpp"

namespace skald {

class LocalEngine final : public Engine {
 public:
  // Uses at most `options.jobs` processes of this executable. Each is started when it is first
  // needed, and again after it was lost. Plugin calls that the workers report may take the patience
  // of `options.plugins`.
  explicit LocalEngine(const EngineOptions& options);
  // As above, but the workers have this command line, which begins with the program's name.
  LocalEngine(const EngineOptions& options, std::vector<std::string> worker);
  ~LocalEngine() override { end_all(); }
  LocalEngine(const LocalEngine&) = delete;
  LocalEngine& operator=(const LocalEngine&) = delete;

  // After the system has refused a process, only living idle processes count for a while.
  bool has_idle() const override;
  std::size_t jobs_at_once() const override { return size_; }
  void submit(std::size_t job, const std::string& frame, const JobLimits& limits) override;
  void release(std::size_t job, bool is_last) override;
  void abandon(std::size_t job) override;
  void lend(std::size_t job, int cores) override;
  int lent(std::size_t job) const override;
  std::vector<JobEvent> wait(std::chrono::milliseconds longest) override;
  void ask_to_end() override;
  void kill_all() override { end_all(); }

 private:
  using Clock = std::chrono::steady_clock;
  using Time = std::chrono::nanoseconds;  // of threads::running_time()
  struct Worker {
    std::unique_ptr<WorkerProcess> process;
    std::shared_ptr<const record::EnvironmentRecord> environment =
        {};  // null until the process has said hello
    std::optional<std::size_t> job = {};
    std::uint64_t number = 0;  // of the job, in frames
    std::string frame = {};    // the job, until the process has said hello
    JobLimits limits = {};
    Time started = {};
    bool was_heard = false;  // whether a message about the job has come
    std::string call = {};   // the plugin call that the worker is in, see CallMessage
    Time call_entered = {};
  };

  bool has_idle_process() const;
  Worker& idle_worker();
  // Returns why no worker would find its plugins; nothing if they would be found.
  std::optional<std::string> missing_program() const;
  // Returns why a worker that ended by itself had no job yet; nothing if it had one.
  std::optional<std::string> why_not_started(const Worker& worker, const ProcessEnd& end,
                                             const std::string& output) const;
  void poll_all(std::chrono::milliseconds longest);
  void collect(Worker& worker, std::vector<JobEvent>& events);
  // Accepts the worker's hello and sends it its job. Returns false if the worker is refused; it is
  // then lost.
  bool is_greeted(Worker& worker, const Frame& frame, std::vector<JobEvent>& events);
  // Handles a frame about the worker's job.
  void take(Worker& worker, std::string frame, std::vector<JobEvent>& events);
  void enforce_limits(Worker& worker, std::vector<JobEvent>& events);
  void enforce_memory_of_all(std::vector<JobEvent>& events);
  void end_all();
  void kill_leftovers() const;
  void lose(Worker& worker, JobEvent::Kind kind, std::vector<JobEvent>& events,
            std::string refusal = {});

  std::size_t size_;
  std::vector<std::string> arguments_;
  std::optional<std::int64_t> memory_;
  std::chrono::duration<double> patience_;
  std::filesystem::path program_;  // path of this executable when the engine was made
  bool has_shipped_plugins_;       // whether it had shipped plugins beside it then
  std::vector<Worker> workers_;
  std::vector<JobEvent> refused_;   // of jobs for which no process was started
  std::uint64_t jobs_ = kHelloJob;  // number of jobs handed out so far
  Clock::time_point next_start_{};  // earliest time to start a process
};

}  // namespace skald
