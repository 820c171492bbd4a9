// From a run of a sweep to the job of a worker, and from its end to a record.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/engine.hpp"
#include "engine/messages.hpp"
#include "grids/sweep_runs.hpp"
#include "plugin_host/plugin_host.hpp"
#include "record/records.hpp"
#include "run/run_hooks.hpp"
#include "store/store.hpp"
#include "sweep/sweep_plan.hpp"
#include "sweep/thread_share.hpp"

namespace skald {

// Name of the artifact that holds, as JSON, how many rows of each label every client of a run had.
inline constexpr const char* kLabelsArtifact = "label_histogram";

// Makes records of one study's runs.
class RunRecorder {
 public:
  RunRecorder(std::int64_t study, plugin_host::PluginHost& host);

  // Returns the record of a run that was handed to its worker at `started` and ends now: its
  // identity and provenance, with status ok, without numbers and seconds. `worker` is the
  // environment that its worker has reported; if it is null, the run has not begun and gets the
  // runner's environment.
  record::RunRecord record(const SweepRun& run, record::RunRecord::Time started,
                           const record::EnvironmentRecord* worker) const;
  // Returns the text by which a checkpoint is recognised as one of this run, with the same plugins.
  // The worker adds its own program to it.
  std::string checkpoint_identity(const SweepRun& run) const;
  // Writes into the job which data and plugins the run was declared with.
  void declare_inputs(const SweepRun& run, RunJob& job) const;

 private:
  std::int64_t study_;
  plugin_host::PluginHost& host_;
  record::EnvironmentRecord environment_;
};

// Returns roughly how many bytes of memory the record takes.
std::size_t memory_of(const record::RunRecord& record);

// Moves what the worker answered into the record.
void add_outcome(OutcomeMessage message, record::RunRecord& record);

// What workers are told of the runs of a sweep.
class JobMaker {
 public:
  // All must outlive it.
  JobMaker(const SweepPlan& plan, const store::Store& store, const RunRecorder& recorder)
      : plan_(plan), store_(store), recorder_(recorder) {}

  // The threads of a run of the plan, as far as there are cores.
  RunThreads threads_of(std::size_t run) const;
  JobLimits limits_of(std::size_t run) const;
  // A run that is to be compared with its reference gets what that has left in the store. `pause`
  // is where the run is to wait for the others.
  RunJob make(std::size_t run, std::optional<run::PausePoint> pause);

 private:
  // Cells as text, which replicates of a cell have in common; the last that were used.
  const std::string& text_of(const grid::Cell& cell);

  const SweepPlan& plan_;
  const store::Store& store_;
  const RunRecorder& recorder_;
  std::unordered_map<const grid::Cell*, std::string> texts_;
};

// Runs that have ended, until they are stored.
class EndedRuns {
 public:
  // `run` is its place among the runs of the plan.
  void add(std::size_t run, record::RunRecord record, bool is_reference) {
    has_reference_ |= is_reference;
    bytes_ += memory_of(record);
    runs_.push_back(run);
    records_.push_back(std::move(record));
  }
  void clear() { *this = EndedRuns(); }

  bool empty() const { return runs_.empty(); }
  std::size_t size() const { return runs_.size(); }
  // In the order of their ends; the i-th record is that of the i-th run.
  const std::vector<std::size_t>& runs() const { return runs_; }
  const std::vector<record::RunRecord>& records() const { return records_; }
  std::vector<record::RunRecord>& records() { return records_; }
  // Whether other runs wait for one of them.
  bool has_reference() const { return has_reference_; }
  // Whether they take so much memory that no further run is to be begun.
  bool are_too_many() const { return bytes_ >= kMostBytes; }
  std::vector<std::string> hashes() const {
    std::vector<std::string> all;
    for (const record::RunRecord& record : records_) all.push_back(record.hash);
    return all;
  }

 private:
  static constexpr std::size_t kMostBytes = std::size_t{256} << 20;

  std::vector<std::size_t> runs_;
  std::vector<record::RunRecord> records_;
  std::size_t bytes_ = 0;
  bool has_reference_ = false;
};

// Stores runs that have ended.
class RunCommitter {
 public:
  // The store must outlive this.
  explicit RunCommitter(store::Store& store) : store_(store) {}

  // Stores the runs, all in one transaction unless the store refuses something in one of them. If
  // it does, each run gets a transaction of its own, and a refused run is stored as failed, with
  // the store's message and without numbers; its element of `runs` is changed accordingly. Declares
  // the metrics that samplers record of themselves. Returns the positions of the runs that could
  // not be stored even as failed. Throws if the store cannot take anything: a full disk, a lock,
  // damage.
  std::vector<std::size_t> commit(std::span<record::RunRecord> runs);

  // The runs that had other results before, and are kept as former runs, since the last call.
  std::vector<store::FormerRun> take_former() { return std::exchange(former_, {}); }

 private:
  void store(std::span<const record::RunRecord> runs);
  void declare_recorded_metrics(std::span<const record::RunRecord> runs);
  // Returns why the store refused the runs; empty if it took them.
  std::string try_to_store(std::span<const record::RunRecord> runs);

  store::Store& store_;
  std::set<std::string> declared_;
  std::vector<store::FormerRun> former_;
};

}  // namespace skald
