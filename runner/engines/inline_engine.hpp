// Jobs done in this process: what a debugger sees is the algorithm.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "engines/engines.hpp"
#include "worker/perform_job.hpp"

namespace skald {

// One job after another, each from its beginning to its end within wait(). What plugins do to the
// process they do to the runner: a crash ends it, and a call that does not come back keeps it. What
// can be put right after a job is put right; where that is not all, no further job is done. Memory
// is limited as in a worker; a limit of time shows when the job has come back. Plugins that did not
// come with Skald are loaded here, after the same examination as everywhere; a run of theirs that
// is not the first one here has an event that says so, since they may have kept something from
// before.
class InlineEngine final : public Engine {
 public:
  // Throws UsageError where a limit of memory for all jobs is asked for.
  explicit InlineEngine(const EngineOptions& options);

  bool has_idle() const override { return !waiting_; }
  std::size_t jobs_at_once() const override { return 1; }
  void submit(std::size_t job, const std::string& frame, const JobLimits& limits) override;
  void release(std::size_t, bool) override {}
  void abandon(std::size_t job) override;
  std::vector<JobEvent> wait(std::chrono::milliseconds longest) override;
  void ask_to_end() override {}
  void kill_all() override { waiting_.reset(); }

 private:
  struct Waiting {
    std::size_t job = 0;
    std::string frame;
    JobLimits limits;
  };

  std::vector<JobEvent> perform(const Waiting& waiting);
  void note_foreign_plugins(const Job& job, OutcomeMessage& message);

  Workplace place_;
  std::shared_ptr<const record::EnvironmentRecord> environment_;
  std::optional<Waiting> waiting_;
  bool had_foreign_plugins_ = false;   // in a run
  std::optional<std::string> damage_;  // what a job has left that could not be put right
};

}  // namespace skald
