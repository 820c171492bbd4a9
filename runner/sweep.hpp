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
#include "run_record.hpp"
#include "store/store.hpp"
#include "sweep_queue.hpp"
#include "sweep_runs.hpp"
#include "sweep_view.hpp"
#include "worker_pool.hpp"

namespace skald {

// What is to be run, and where it goes.
struct SweepPlan {
  const std::vector<SweepRun>& runs;
  std::vector<std::size_t> pending = {};   // see pending_runs()
  FinishedRuns finished = {};              // what the store had before
  CostModel costs = {};                    // what is known of them before
  std::int64_t study = 0;                  // the store's
  std::string alone = {};                  // the command that does one run alone, up to its hash
  std::size_t workers = 1;                 // among whom they are shared, for the estimate
  std::optional<double> max_seconds = {};  // wall time after which no further run is begun
};

class Sweep {
 public:
  // Attempts at a run whose worker was ended from outside, before it counts as crashed.
  static constexpr int kAttempts = 5;

  Sweep(SweepPlan plan, Store& store, PluginHost& host, WorkerPool& pool, SweepView& view);

  // Runs until all is stored. The first interrupt or the end of max_seconds lets the runs under way
  // come to their end, the second interrupt stops them. A shutdown (SIGTERM, SIGHUP) has them saved
  // where they are, and stops after 15 s what could not be saved. What was not finished is not in
  // the store, and the same sweep goes on from there. Returns whether all pending runs have ended.
  bool go(const InterruptCounter& interrupts);

  const SweepCounts& counts() const { return counts_; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Running {
    RunStart start;
    double share = 0;  // done
  };

  bool is_to_stop(const InterruptCounter& interrupts) const;
  // Begins no further run once somebody wants the sweep to end.
  void drain_if_asked(const InterruptCounter& interrupts);
  void submit_ready();
  void start(std::size_t run);
  // Why the run cannot be compared with its reference, if it has to be and cannot.
  std::optional<std::string> missing_reference(const SweepRun& run) const;
  Job make_job(const SweepRun& run) const;
  void handle(const WorkerEvent& event);
  void take_message(std::size_t run, std::string_view frame);
  void lost(const WorkerEvent& event);
  // It is to be done again.
  void put_back(std::size_t run);
  void fail(std::size_t run, RunStatus status, std::string message);
  // Queues the ended run for the store, if it is to be stored, and tells the view.
  void ended(std::size_t run, RunRecord record);
  RunRecord new_record(std::size_t run) const;
  void commit();
  // Series that samplers record of themselves are metrics too.
  void declare_recorded_metrics();
  void show_progress();
  double seconds_left() const;

  SweepPlan plan_;
  Store& store_;
  WorkerPool& pool_;
  SweepView& view_;
  RunRecorder recorder_;
  SweepQueue queue_;
  std::map<std::size_t, Running> running_;
  std::map<std::size_t, int> disturbances_;  // from outside
  std::vector<RunRecord> uncommitted_;
  std::set<std::string> recorded_metrics_;
  SweepCounts counts_;
  Clock::time_point begun_, last_commit_;
  bool is_draining_ = false;
  std::optional<Clock::time_point> shutdown_at_;  // when runs that are not saved are stopped
};

}  // namespace skald
