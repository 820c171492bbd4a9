// A sweep: every pending run through the workers into the store.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "interrupt.hpp"
#include "plugin_host/plugin_host.hpp"
#include "screen.hpp"
#include "store/store.hpp"
#include "sweep_runs.hpp"
#include "worker_pool.hpp"

namespace skald {

// What is to be run, and where it goes.
struct SweepPlan {
  std::string grid_file;  // for the advice that goes with a failure
  std::int64_t study = 0;
  const std::vector<SweepRun>& runs;
  std::vector<std::size_t> pending;         // indices into runs; a reference before its dependents
  std::set<std::size_t> stored_references;  // finished before; their predictions are in the store
};

class Sweep {
 public:
  Sweep(SweepPlan plan, Store& store, PluginHost& host, WorkerPool& pool, Screen& screen);

  // Runs until all is stored, or drains after the first interrupt and stops at once after the
  // second: runs that were not finished are not in the store, and the same sweep goes on from
  // there. Returns false where it was interrupted.
  bool go(const InterruptCounter& interrupts);

 private:
  using Clock = std::chrono::steady_clock;
  struct Running {
    RunRecord::Time started;
    Clock::time_point clock;
    double share = 0;
  };

  void submit_ready();
  bool is_ready(std::size_t run) const;
  void submit(std::size_t run);
  void handle(const WorkerEvent& event);
  void take_outcome(std::size_t run, std::string_view frame);
  void lost(const WorkerEvent& event);
  // Queues the ended run for the store and says so on the screen.
  void ended(std::size_t run, RunRecord record);
  void report_failure(std::size_t run, const RunRecord& record);
  RunRecord new_record(std::size_t run) const;
  void commit();
  // Series that samplers record of themselves are metrics too.
  void declare_recorded_metrics();
  // The predictive average of a reference run, from this sweep or the store; none if it has none.
  const Eigen::MatrixXd* reference_of(std::size_t run);

  SweepPlan plan_;
  Store& store_;
  PluginHost& host_;
  WorkerPool& pool_;
  Screen& screen_;
  EnvironmentRecord environment_;
  std::vector<std::size_t> waiting_;
  std::map<std::size_t, Running> running_;
  std::set<std::size_t> ended_;
  std::map<std::size_t, Eigen::MatrixXd> predictions_;
  std::vector<RunRecord> uncommitted_;
  std::set<std::string> recorded_metrics_;
  std::set<std::string> reported_failures_;
  Clock::time_point last_commit_;
};

}  // namespace skald
