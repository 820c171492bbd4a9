// The runs of a sweep that wait for a worker, and those that results add, pause and drop.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "grids/sweep_runs.hpp"
#include "record/records.hpp"
#include "store/store.hpp"
#include "sweep/pending_runs.hpp"
#include "sweep/stages.hpp"

namespace skald {

class SweepQueue {
 public:
  // `pending` are indices into `runs`, in the order in which they are to be done; `runs` must
  // outlive this object. `finished` are the runs that had ended before the sweep.
  SweepQueue(std::span<const SweepRun> runs, const std::vector<std::size_t>& pending,
             const store::FinishedRuns& finished);

  // Returns the next run whose reference, if it has one, has ended; nothing if no run is ready.
  std::optional<std::size_t> next() const;
  // The same, and takes it out of the queue.
  std::optional<std::size_t> take();
  // Adds runs, to be done after all others, in this order.
  void add(const std::vector<std::size_t>& runs);
  // Puts back a run, to be done again after all others.
  void put_back(std::size_t run);
  // Puts back a run, to be done again before all others.
  void put_first(std::size_t run) { waiting_.push_back(run); }

  void reference_ended(std::size_t run, record::RunStatus status) { references_[run] = status; }
  // Returns how the run's reference ended; nothing if it has none.
  std::optional<record::RunStatus> reference_status(const SweepRun& run) const;

  const std::vector<std::size_t>& waiting() const { return waiting_; }

 private:
  // Of waiting_; its reverse end if no run is ready.
  std::vector<std::size_t>::const_reverse_iterator first_ready() const;
  bool is_ready(std::size_t run) const;

  std::span<const SweepRun> runs_;
  std::vector<std::size_t> waiting_;                     // the next one is at the back
  std::map<std::size_t, record::RunStatus> references_;  // reference runs that have ended, by index
};

// The runs that the results of an open grid add to its sweep, pause, resume and drop.
class OpenRuns {
 public:
  // `runs` and `finished` must outlive this object; `choice` is the one by which `pending` was
  // made. Without stages, which a grid with a fixed number of replicates has none of, nothing is
  // ever added.
  OpenRuns(std::optional<Stages> stages, std::span<const SweepRun> runs,
           const store::FinishedRuns& finished, RunChoice choice,
           const std::vector<std::size_t>& pending);

  // Where the run is to pause; nothing: nowhere.
  std::optional<run::PausePoint> pause_of(std::size_t run) const;
  // Takes what the run has recorded until its rung. Returns false, and takes nothing, if it has not
  // come there.
  bool pause(std::size_t run, const record::RunResults& results);

  // What the next commit is to store besides runs.
  const std::vector<record::DecisionRecord>& decisions() const { return decisions_; }
  std::vector<record::RungRecord> rungs(plugin_host::PluginHost& host) const;
  bool has_to_store() const { return !decisions_.empty() || has_paused(); }
  bool has_paused() const { return !at_rung_.empty(); }

  // Tells the stages that these runs, and those that have paused, are stored, and the decisions.
  // Returns the runs to be done now, those that resume first; new decisions may follow from them.
  struct Next {
    std::vector<std::size_t> again;  // resume
    std::vector<std::size_t> more;   // never pending before
  };
  Next advance(const std::vector<std::size_t>& ended,
               const std::vector<record::RunRecord>& records);
  // Returns the runs of cells that the decisions stop at a rung.
  std::vector<std::size_t> halved() const;
  // Forgets a halved run. Returns whether it had paused.
  bool drop(std::size_t run) { return resting_.erase(run) > 0; }

  bool are_open() const { return stages_.has_value(); }
  // Returns the number of decided cells by reason.
  std::map<std::string, std::size_t> decided() const;

 private:
  // The choice for what is still to be added.
  RunChoice choice_left() const;

  std::optional<Stages> stages_;
  std::span<const SweepRun> runs_;
  const store::FinishedRuns& finished_;
  RunChoice choice_;
  std::set<std::size_t> taken_;                     // runs that were ever pending
  std::vector<record::DecisionRecord> decisions_;   // not yet stored
  std::map<std::size_t, stopping::Climb> at_rung_;  // paused runs that are not stored yet
  std::set<std::size_t> resting_;                   // paused runs that do not go on yet
};

}  // namespace skald
