// Does jobs in this process, so that a debugger sees the algorithm.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "engines/engines.hpp"
#include "worker/perform_job.hpp"

namespace skald {

// Does one job after another, each completely within wait(). Whatever plugins do to the process
// they do to the runner: a crash ends it, and a call that does not return blocks it. After each job
// the state of the process is restored; if that is not fully possible, no further job is done.
// Memory is limited as in a worker. A time limit is enforced only after the job has returned.
// Plugins that did not come with Skald are loaded here, after the same examination as everywhere.
// Every run of theirs but the first gets an event that says so, since they may have kept something
// from earlier runs.
class InlineEngine final : public Engine {
 public:
  // Throws UsageError if there is a memory limit for all jobs.
  explicit InlineEngine(const EngineOptions& options);

  bool has_idle() const override { return !waiting_; }
  std::size_t jobs_at_once() const override { return 1; }
  void submit(std::size_t job, const std::string& frame, const JobLimits& limits) override;
  void release(std::size_t, bool) override {}
  void abandon(std::size_t job) override;
  void lend(std::size_t job, int cores) override;
  int lent(std::size_t job) const override;
  std::vector<JobEvent> wait(std::chrono::milliseconds longest) override;
  void ask_to_end() override {}
  void kill_all() override { waiting_.reset(); }

 private:
  struct Waiting {
    std::size_t job = 0;
    std::string frame;
    JobLimits limits;
  };

  bool is_waiting(std::size_t job) const { return waiting_ && waiting_->job == job; }
  std::vector<JobEvent> perform(const Waiting& waiting);
  void note_foreign_plugins(const Job& job, OutcomeMessage& message);

  threads::CoreLoan loan_;
  Workplace place_;
  std::shared_ptr<const record::EnvironmentRecord> environment_;
  std::optional<Waiting> waiting_;
  bool had_foreign_plugins_ = false;   // a run had such plugins
  std::optional<std::string> damage_;  // what a job has left that could not be restored
};

}  // namespace skald
