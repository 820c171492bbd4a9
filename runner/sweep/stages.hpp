// The replicates that an open grid calls for, and its decisions, as results come in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "grids/sweep_runs.hpp"
#include "record/records.hpp"
#include "run/run_hooks.hpp"
#include "stopping/allotment.hpp"
#include "store/store.hpp"
#include "sweep/climbs.hpp"
#include "sweep/pending_runs.hpp"

namespace skald {

class Stages {
 public:
  // `runs` are those of list_runs(grid); both must outlive this object. No run has ended yet.
  Stages(const grid::Grid& grid, std::span<const SweepRun> runs);

  // Return the metrics on which decisions depend; empty if there is no such rule.
  std::string until_metric() const;
  std::string race_metric() const;
  // The value of the race's metric that counts in it, of a run of whose chains this is known.
  double race_value(double value, const std::optional<record::Diagnosis>& chains) const;

  void ended(std::size_t run, const stopping::Outcome& outcome);
  void ended(std::size_t run, const record::RunRecord& record);

  // In a race by halving, the runs of cells pause at rungs. Whether it is one:
  bool is_halving() const { return grid_->stopping.are_by_halving(); }
  // Where the run is to pause that advance() has asked for; nothing: nowhere.
  std::optional<run::PausePoint> pause_of(std::size_t run) const;
  // The run has ended, or paused, with these values so far. Values that were known already stay.
  void climbed(std::size_t run, const stopping::Climb& climb);
  // Same, of stored points and the final value.
  void climbed_to_end(std::size_t run, const stopping::Climb& climb, double last);
  stopping::Climb climb_from(const record::RunResults& results) const {
    return climb_of(*grid_->stopping.race, results);
  }
  // Records the values that the run has so far. `made_by`: see made_by().
  std::vector<record::RungRecord> rung_records(std::size_t run, const stopping::Climb& climb,
                                               const std::string& made_by) const;
  // Whether the run has a value at the rung where it is to pause.
  bool has_come(const stopping::Climb& climb, std::size_t run) const;
  // The value that an earlier sweep has stored.
  void recall(std::size_t run, const record::RungRecord& rung);

  // Makes the decisions that follow from the runs that have ended or paused. Returns the runs of
  // cells that are wanted now and were not before; in a race by halving, also those that are to go
  // on.
  std::vector<std::size_t> advance();
  // Returns the decisions made since the last call.
  std::vector<record::DecisionRecord> take_decisions();

  // Returns the number of decided cells by reason.
  std::map<std::string, std::size_t> decided() const;
  // Returns the runs of cells up to the largest number of replicates that each may have.
  std::vector<std::size_t> possible() const;

 private:
  struct Place {
    std::size_t group = 0, member = 0;
  };
  struct Group {
    std::vector<std::size_t> cells;
    std::vector<stopping::Outcomes> outcomes;          // per member
    std::vector<stopping::Allotment> allotted;         // per member
    std::vector<std::vector<stopping::Climb>> climbs;  // per member and replicate, if by halving
    bool is_changed = true;
  };

  bool is_waiting(const Group& group) const;
  void advance(Group& group, std::vector<std::size_t>& wanted);
  void halve(Group& group, std::vector<std::size_t>& wanted);
  void ask_for(const Group& group, std::size_t member, const stopping::Course& course,
               std::vector<std::size_t>& wanted);
  stopping::Climb* climb_of_run(std::size_t run);
  record::DecisionRecord record_of(const Group& group, std::size_t member) const;
  // The largest number of replicates that a cell, by its index in the grid, may have.
  std::int64_t most_replicates(std::size_t cell) const;

  const grid::Grid* grid_;
  std::span<const SweepRun> runs_;
  std::vector<Group> groups_;
  std::vector<Place> places_;                           // per cell
  std::vector<std::size_t> first_run_;                  // per cell: the run of its replicate 0
  std::unordered_map<std::string, std::size_t> cells_;  // by hash
  // Per run, how far it was asked to go: 0: nowhere, i + 1: to rung i, kToTheEnd.
  std::vector<std::size_t> asked_;
  std::vector<record::DecisionRecord> decisions_;
};

// Returns the stages of an open grid after all runs that have ended, except those to be done again.
// Returns nothing if the number of replicates is fixed, or if `choice` names runs. `stored` is null
// if there is no database.
std::optional<Stages> stages_so_far(const RunChoice& choice, const grid::Grid& grid,
                                    std::span<const SweepRun> runs,
                                    const store::FinishedRuns& finished,
                                    plugin_host::PluginHost& host, const store::StoredRuns* stored);

}  // namespace skald
