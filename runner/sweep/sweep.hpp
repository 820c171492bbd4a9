// A sweep: every pending run through an engine into the store.
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

#include "engine/disturbances.hpp"
#include "engine/engine.hpp"
#include "engine/messages.hpp"
#include "grids/sweep_runs.hpp"
#include "plugin_host/plugin_host.hpp"
#include "store/store.hpp"
#include "sweep/cost_model.hpp"
#include "sweep/journal_notice.hpp"
#include "sweep/pause.hpp"
#include "sweep/run_committer.hpp"
#include "sweep/run_record.hpp"
#include "sweep/sweep_queue.hpp"
#include "sweep/sweep_view.hpp"
#include "system/interrupt.hpp"

namespace skald {

// What is to be run, and where it goes.
struct SweepPlan {
  const std::vector<SweepRun>& runs;
  std::vector<std::size_t> pending = {};  // see pending_runs()
  store::FinishedRuns finished = {};      // what the store had before
  CostModel costs = {};                   // what is known of them before
  std::int64_t study = 0;                 // the store's
  std::string alone = {};   // the command that does one run alone, without the hash at its end
  std::size_t workers = 1;  // among whom they are shared, for the estimate
  std::optional<double> max_seconds = {};  // wall time after which no further run is begun
  // Bytes of results that may wait for a store that cannot be written before no further run is
  // begun.
  std::size_t most_held = std::size_t{256} << 20;
};

class Sweep {
 public:
  Sweep(SweepPlan plan, store::Store& store, plugin_host::PluginHost& host, Engine& engine,
        SweepView& view);

  // Runs until all is stored. The first interrupt or the end of max_seconds lets the runs under way
  // come to their end, the second interrupt stops them. A shutdown (SIGTERM, SIGHUP) has them saved
  // where they are, and stops after 15 s what could not be saved. What was not finished is not in
  // the store, and the same sweep goes on from there. Returns whether all pending runs have ended
  // and are stored.
  // While the store cannot be written or no worker can do its work, for a lock or for want of space
  // or descriptors, the sweep waits for better times; an interrupt ends that. Other trouble of the
  // store is thrown on, and so is a refusal of the engine to do jobs, once the runs under way have
  // ended and are stored. In any case the view is told which ended runs are not stored.
  bool go(const InterruptCounter& interrupts);

  const SweepCounts& counts() const { return counts_; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Running {
    RunStart start;
    std::shared_ptr<const record::EnvironmentRecord> environment =
        {};            // of its worker, once it is known
    double share = 0;  // done
  };

  void do_all(const InterruptCounter& interrupts);
  // Whether something is left to do though no run is under way.
  bool is_waiting() const;
  bool is_to_stop(const InterruptCounter& interrupts) const;
  // Begins no further run once somebody wants the sweep to end.
  void drain_if_asked(const InterruptCounter& interrupts);
  bool may_begin() const;
  void submit_ready();
  void start(std::size_t run);
  // The system has refused a process for the run.
  void put_off(std::size_t run, const std::system_error& refusal);
  void hindered(const std::string& hindrance);
  // Why the run cannot be compared with its reference, if it has to be and cannot.
  std::optional<std::string> missing_reference(const SweepRun& run) const;
  Job make_job(const SweepRun& run) const;
  void handle(const JobEvent& event);
  void take_message(std::size_t run, std::string_view frame);
  void lost(const JobEvent& event);
  // The engine can do no jobs.
  void refused(const JobEvent& event);
  // It is to be done again.
  void put_back(std::size_t run);
  void fail(std::size_t run, record::RunStatus status, std::string message);
  // Queues the ended run for the store, if it is to be stored.
  void ended(std::size_t run, record::RunRecord record);
  record::RunRecord new_record(std::size_t run) const;
  bool is_commit_due() const;
  // Stores what has ended, and only then says so.
  void commit();
  // The positions of the ended runs that could not be stored; nothing where storing is paused.
  std::optional<std::vector<std::size_t>> try_to_store();
  void tell(std::size_t run, const record::RunRecord& record);
  // Of a run that is in the store; one that was stopped at its time limit goes on from there when
  // it is retried.
  void remove_traces(const record::RunRecord& record) const;
  // Once, that there are metrics for which run_table has no room.
  void tell_of_columns();
  void tend_journal();
  void tell_unstored();
  void show_progress();
  double seconds_left() const;

  SweepPlan plan_;
  store::Store& store_;
  RunCommitter committer_;
  Engine& engine_;
  SweepView& view_;
  RunRecorder recorder_;
  SweepQueue queue_;
  std::map<std::size_t, Running> running_;
  Disturbances disturbances_;
  std::vector<std::size_t> uncommitted_runs_;
  std::vector<record::RunRecord> uncommitted_;  // of these runs
  std::size_t held_ = 0;                        // bytes of them
  bool has_ended_reference_ = false;            // among them
  Pause storing_, working_;
  JournalNotice journal_notice_;
  bool are_columns_told_ = false;
  SweepCounts counts_;
  Clock::time_point begun_, last_commit_, last_tended_;
  bool is_draining_ = false;
  bool is_short_of_workers_ = false;
  std::optional<std::string> refusal_;            // of the engine to do jobs
  std::optional<Clock::time_point> shutdown_at_;  // when runs that are not saved are stopped
};

}  // namespace skald
