// A sweep: every pending run through the workers into the store.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cost_model.hpp"
#include "interrupt.hpp"
#include "messages.hpp"
#include "plugin_host/plugin_host.hpp"
#include "store/store.hpp"
#include "sweep_runs.hpp"
#include "sweep_view.hpp"
#include "worker_pool.hpp"

namespace skald {

// What is to be run, and where it goes.
struct SweepPlan {
  std::string alone;  // the command that runs one run alone, without its hash
  std::int64_t study = 0;
  const std::vector<SweepRun>& runs;
  std::vector<std::size_t> pending;   // indices into runs; a reference before its dependents
  FinishedRuns finished;              // what the store had before
  std::optional<double> max_seconds;  // wall time after which no further run is begun
  std::size_t workers = 1;
};

class Sweep {
 public:
  // Attempts at a run whose worker was killed from outside, before it counts as crashed.
  static constexpr int kAttempts = 5;

  Sweep(SweepPlan plan, Store& store, PluginHost& host, WorkerPool& pool, SweepView& view);

  // Runs until all is stored. The first interrupt or the end of max_seconds lets the runs under way
  // come to their end, the second interrupt stops them: what was not finished is not in the store,
  // and the same sweep goes on from there. Returns whether all pending runs have ended.
  bool go(const InterruptCounter& interrupts);

  const SweepCounts& counts() const { return counts_; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Running {
    RunRecord::Time started;
    Clock::time_point clock;
    double share = 0;
  };

  bool is_to_drain(const InterruptCounter& interrupts) const;
  void submit_ready();
  bool is_ready(std::size_t run) const;
  void start(std::size_t run);
  // Why the run cannot be compared with its reference, if it has to be and cannot.
  std::optional<std::string> missing_reference(const SweepRun& run) const;
  void submit(std::size_t run);
  void handle(const WorkerEvent& event);
  void take_message(std::size_t run, std::string_view frame);
  void take_outcome(std::size_t run, std::string_view frame);
  void lost(const WorkerEvent& event);
  void fail(std::size_t run, RunStatus status, std::string message);
  // Queues the ended run for the store and tells the view.
  void ended(std::size_t run, RunRecord record);
  RunRecord new_record(std::size_t run) const;
  CheckpointPlace checkpoint_of(const SweepRun& run) const;
  void commit();
  // Series that samplers record of themselves are metrics too.
  void declare_recorded_metrics();
  void show_progress();
  double seconds_left() const;

  SweepPlan plan_;
  Store& store_;
  PluginHost& host_;
  WorkerPool& pool_;
  SweepView& view_;
  EnvironmentRecord environment_;
  std::vector<std::size_t> waiting_;  // the next one at the back
  std::map<std::size_t, Running> running_;
  std::map<std::size_t, RunStatus> references_;  // that have ended
  std::map<std::size_t, int> kills_;             // from outside
  std::vector<RunRecord> uncommitted_;
  std::set<std::string> recorded_metrics_;
  SweepCounts counts_;
  CostModel costs_;
  Clock::time_point begun_, last_commit_;
};

}  // namespace skald
