// A sweep: takes every run of a plan through an engine into the store.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "engine/engine.hpp"
#include "engine/messages.hpp"
#include "engine/run_failure.hpp"
#include "plugin_host/plugin_host.hpp"
#include "store/store.hpp"
#include "sweep/cost_model.hpp"
#include "sweep/repetition.hpp"
#include "sweep/run_record.hpp"
#include "sweep/screen.hpp"
#include "sweep/sweep_plan.hpp"
#include "sweep/sweep_queue.hpp"
#include "sweep/sweep_view.hpp"
#include "sweep/thread_share.hpp"
#include "system/interrupt.hpp"

namespace skald {

struct SweepResults {
  // Whether all runs that are pending, or that the results of an open grid have added, have ended
  // and are stored.
  bool is_complete = false;
  SweepCounts counts = {};
  Counts decided = {};      // cells of an open grid, by reason
  std::int64_t silent = 0;  // runs in which no client has ever reported
};

class Sweep {
 public:
  Sweep(SweepPlan plan, store::Store& store, plugin_host::PluginHost& host, Engine& engine,
        SweepView& view);
  // Ends the runs under way, which write files that belong to whoever has the store's lock.
  ~Sweep() { engine_.kill_all(); }
  Sweep(const Sweep&) = delete;
  Sweep& operator=(const Sweep&) = delete;

  // Runs until everything is stored. Runs that have not ended are not in the store; the same sweep,
  // started again, continues with them.
  //
  // The first interrupt or the end of max_seconds lets the runs under way finish; the second
  // interrupt stops them. A shutdown (SIGTERM, SIGHUP) asks the runs under way to save their state,
  // and stops those that have not done so after 15 s.
  //
  // While the store cannot be written or no worker can do its work, because of a lock or a lack
  // of space or descriptors, the sweep waits and tries again; an interrupt ends the wait. Throws
  // any other error of the store. If the engine refuses to do jobs, throws std::runtime_error
  // once the runs under way have ended and are stored. In all cases the view is told which ended
  // runs are not stored.
  SweepResults go(const InterruptCounter& interrupts);

 private:
  using Clock = std::chrono::steady_clock;
  struct Running {
    record::RunRecord::Time started = record::now();
    std::shared_ptr<const record::EnvironmentRecord> environment =
        {};  // of its worker; null until it is known
    RunPace pace = {};
  };

  void do_all(const InterruptCounter& interrupts);
  // Whether the sweep has to wait for the store or for workers although no run is under way.
  bool is_waiting() const;
  bool is_to_stop(const InterruptCounter& interrupts) const;
  // Begins no further run once the user wants the sweep to end or its time is over.
  void drain_if_asked(const InterruptCounter& interrupts);
  bool may_begin() const;
  void submit_ready();
  // Lends the cores that no run needs, now that all that could begin have begun.
  void lend_idle_cores();
  void start(std::size_t run);
  // The run is no longer under way.
  void leave(std::size_t run);
  // Puts back a run for which the system has refused a process.
  void put_off(std::size_t run, const std::system_error& refusal);
  void hindered(const std::string& hindrance);
  // Puts the run back, or leaves it for another sweep if the trouble seems to be its own.
  void hindered(std::size_t run, const std::string& hindrance);
  // Returns why the run cannot be compared with its reference; nothing if it can, or need not be.
  std::optional<std::string> missing_reference(const SweepRun& run) const;
  void handle(const JobEvent& event);
  void take_message(std::size_t run, std::string_view frame);
  void lost(const JobEvent& event);
  // The engine cannot do jobs.
  void refused(const JobEvent& event);
  // Puts the run back into the queue, to be done again.
  void put_back(std::size_t run);
  // Does the run, which has ended so, a second time, and next.
  void repeat(std::size_t run, const record::RunRecord& record);
  void fail(std::size_t run, record::RunStatus status, std::string message);
  // Keeps what a run has left at its rung for the store.
  void paused(std::size_t run, const record::RunResults& results);
  // Queues the ended run for the store, unless its status is not to be stored.
  void ended(std::size_t run, record::RunRecord record);
  record::RunRecord new_record(std::size_t run) const;
  bool is_stage_due() const;
  bool is_idle() const;
  bool is_commit_due() const;
  // Stores the runs that have ended, and then reports them to the view.
  void commit();
  // Adds the runs that the stored results of an open grid call for. Its new decisions are stored by
  // the next commit.
  void add_open_runs();
  // Returns the positions of the ended runs that could not be stored; nothing if storing is paused.
  std::optional<std::vector<std::size_t>> try_to_store();
  // Removes what the runs of cells that were stopped at a rung have left, and tells the view.
  void drop_halved();
  bool has_to_store() const;
  void tell(std::size_t run, const record::RunRecord& record);
  // Removes the checkpoint and unfinished draws of a stored run, unless it was stopped at its time
  // limit: a retry continues from them.
  void remove_traces(const record::RunRecord& record) const;
  // Tells the view of runs that were stored already, with other results.
  void tell_of_former();
  // Tells the view, once, if there are metrics for which run_table has no room.
  void tell_of_columns();
  void tend_journal();
  void tell_unstored();
  void show_progress();
  double estimated_seconds() const;  // until the end; NaN: unknown

  SweepPlan plan_;
  store::Store& store_;
  RunCommitter committer_;
  Engine& engine_;
  SweepView& view_;
  plugin_host::PluginHost& host_;
  RunRecorder recorder_;
  JobMaker jobs_;
  Repetition repetition_;
  SweepQueue queue_;
  OpenRuns open_runs_;
  IdleCores idle_cores_;
  std::map<std::size_t, Running> running_;
  Disturbances disturbances_;
  std::map<std::size_t, int> hindrances_;  // of runs, while this process could write files
  EndedRuns unstored_;
  Pause storing_, working_;
  JournalNotice journal_notice_;
  LargeTables large_tables_;
  bool are_columns_told_ = false;
  SweepCounts counts_;
  std::int64_t silent_ = 0;  // runs, see SweepResults
  Clock::time_point begun_, last_commit_, last_tended_;
  bool has_set_aside_ = false;
  bool is_draining_ = false;
  bool is_short_of_workers_ = false;
  std::optional<std::string> refusal_;            // why the engine refuses to do jobs
  std::optional<Clock::time_point> shutdown_at_;  // when runs that have not been saved are stopped
};

}  // namespace skald
