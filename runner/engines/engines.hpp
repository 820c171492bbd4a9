// The engines, each a row of one table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.hpp"
#include "system/open_plugins.hpp"
#include "worker/perform_job.hpp"

namespace skald {

struct EngineOptions {
  PluginOptions plugins;
  std::size_t jobs = 1;                // most jobs at a time
  std::optional<std::int64_t> memory;  // resident bytes of all jobs under way together
};

// Options of `skald run` of which an engine has no use.
struct RefusedOptions {
  std::span<const char* const> options;
  const char* why;  // what follows the name of the option in a message to the user
};

struct EngineKind {
  std::string_view name;
  const char* summary;  // for the help text
  std::span<const RefusedOptions> refused;
  // Null: it is not given jobs one by one, but whole shares of the runs, as tasks on a cluster.
  std::unique_ptr<Engine> (*make)(const EngineOptions&);
};

inline constexpr const char* kDefaultEngine = "local";

// Returns "where runs are done (default: local); local: ...; inline: ...".
std::string engine_help();

// Throws UsageError if there is no such engine.
const EngineKind& engine_named(std::string_view name);

// Throws UsageError if an option was given of which the engine has no use.
void require_accepted(const EngineKind& engine,
                      const std::function<bool(const std::string& option)>& is_given);

// Makes the default engine, for questions that need plugins.
std::unique_ptr<Engine> make_engine(const PluginOptions& plugins, std::size_t jobs);

// Returns `jobs`, or one per processor if it is 0.
std::size_t worker_count(std::size_t jobs);

// Does jobs in this process, so that a debugger sees the algorithm.

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
