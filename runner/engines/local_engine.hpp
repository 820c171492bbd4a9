// Worker processes of this machine: whatever a plugin does to its process, it does to that job
// alone.
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
#include "engines/engines.hpp"
#include "engines/worker_process.hpp"

namespace skald {

class LocalEngine final : public Engine {
 public:
  // At most `options.jobs` processes of this executable; each is started when first needed, and
  // again after it was lost. Calls of plugins that the workers tell of have the patience of
  // `options.plugins` to come back.
  explicit LocalEngine(const EngineOptions& options);
  // The same with workers of another command line, the program's name at its beginning.
  LocalEngine(const EngineOptions& options, std::vector<std::string> worker);
  ~LocalEngine() override { end_all(); }
  LocalEngine(const LocalEngine&) = delete;
  LocalEngine& operator=(const LocalEngine&) = delete;

  // Where the system has just refused a further process, only those that live count.
  bool has_idle() const override;
  std::size_t jobs_at_once() const override { return size_; }
  void submit(std::size_t job, const std::string& frame, const JobLimits& limits) override;
  void release(std::size_t job, bool is_last) override;
  void abandon(std::size_t job) override;
  std::vector<JobEvent> wait(std::chrono::milliseconds longest) override;
  void ask_to_end() override;
  void kill_all() override { end_all(); }

 private:
  using Clock = std::chrono::steady_clock;
  struct Worker {
    std::unique_ptr<WorkerProcess> process;
    std::shared_ptr<const record::EnvironmentRecord> environment =
        {};  // once the process has said hello
    std::optional<std::size_t> job = {};
    std::uint64_t number = 0;  // of the job, in frames
    std::string frame = {};    // of the job, until the process has said hello
    JobLimits limits = {};
    Clock::time_point started = {};
    bool was_heard = false;  // a message about the job has come
    std::string call = {};   // see CallMessage
    Clock::time_point call_entered = {};
  };

  bool has_idle_process() const;
  Worker& idle_worker();
  // Why no worker would find its plugins, if so.
  std::optional<std::string> missing_program() const;
  void poll_all(std::chrono::milliseconds longest);
  void collect(Worker& worker, std::vector<JobEvent>& events);
  // False where the worker is not one that may have jobs, and is lost.
  bool is_greeted(Worker& worker, const Frame& frame, std::vector<JobEvent>& events);
  // A frame about the worker's job.
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
  std::filesystem::path program_;  // this executable, as it was called when the engine was made
  bool has_shipped_plugins_;       // there were some beside it then
  std::vector<Worker> workers_;
  std::vector<JobEvent> refused_;   // of jobs that no process was started for
  std::uint64_t jobs_ = kHelloJob;  // handed out so far
  Clock::time_point next_start_{};  // of a process, at the earliest
};

}  // namespace skald
