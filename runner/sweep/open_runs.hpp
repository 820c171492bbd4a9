// The runs that the results of an open grid add to its sweep, pause, resume and drop.
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
#include "sweep/pending_runs.hpp"
#include "sweep/stages.hpp"

namespace skald {

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
