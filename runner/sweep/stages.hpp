// The replicates that an open grid calls for, and its decisions, as results come in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "grids/sweep_runs.hpp"
#include "record/records.hpp"
#include "stopping/allotment.hpp"
#include "store/store.hpp"
#include "sweep/climbs.hpp"
#include "sweep/pending_runs.hpp"
#include "sweep/run_status.hpp"

namespace skald {

stopping::Outcome::Ending ending_of(record::RunStatus status);

class Stages {
 public:
  // `runs` are those of list_runs(grid); both must outlive this object. No run has ended yet.
  Stages(const grid::Grid& grid, const std::vector<SweepRun>& runs);

  // Return the metrics on which decisions depend; empty if there is no such rule.
  std::string until_metric() const;
  std::string race_metric() const;

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
  stopping::Climb climb_from(const std::vector<record::SeriesRecord>& series) const {
    return climb_of(*grid_->stopping.race, series);
  }
  std::vector<record::RungRecord> rung_records_of(std::size_t run, const stopping::Climb& climb,
                                                  const std::string& made_by) const {
    return rung_records(*grid_->stopping.race, climb, (*runs_)[run], made_by);
  }
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

  // The smallest and largest number of replicates that a cell, by its index in the grid, may have.
  struct Range {
    std::int64_t least = 0, most = 0;
  };
  Range range(std::size_t cell) const;
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

  const grid::Grid* grid_;
  const std::vector<SweepRun>* runs_;
  std::vector<Group> groups_;
  std::vector<Place> places_;                           // per cell
  std::vector<std::size_t> first_run_;                  // per cell: the run of its replicate 0
  std::unordered_map<std::string, std::size_t> cells_;  // by hash
  // Per run, how far it was asked to go: 0: nowhere, i + 1: to rung i, kToTheEnd.
  std::vector<std::size_t> asked_;
  std::vector<record::DecisionRecord> decisions_;
};

// Tells `stages` what its runs have left at rungs, in this sweep's database.
template <class Reader>
void recall_climbs(const RunChoice& choice, const grid::Grid& grid,
                   const std::vector<SweepRun>& runs, const store::FinishedRuns& finished,
                   plugin_host::PluginHost& host, Reader& reader, Stages& stages) {
  std::vector<std::string> hashes;
  std::unordered_map<std::string, std::size_t> kept;  // runs that are not done again from the start
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const bool has_ended = status_of(finished, runs[i]).has_value();
    if (choice.force || (has_ended && is_to_do(choice, runs, finished, runs[i]))) continue;
    kept.emplace(runs[i].hash.text(), i);
    if (has_ended) hashes.push_back(runs[i].hash.text());
  }
  const stopping::Race& race = *grid.stopping.race;
  for (const record::RungRecord& rung : reader.rungs(grid.name, race.metric)) {
    const auto run = kept.find(rung.run);
    if (run == kept.end()) continue;
    if (choice.keep || rung.made_by == made_by(runs[run->second], host)) {
      stages.recall(run->second, rung);
    }
  }
  const store::RunPoints metric = reader.points(hashes, race.metric);
  const store::RunPoints rounds = reader.points(hashes, "rounds");
  const store::FinalValues last = reader.final_values(hashes, race.metric);
  for (const std::string& hash : hashes) {
    const auto value = last.find(hash);
    const bool has_value = finished.at(hash) == record::RunStatus::ok && value != last.end();
    stages.climbed_to_end(kept.at(hash), climb_of(race, metric.at(hash), rounds.at(hash)),
                          has_value ? value->second : std::numeric_limits<double>::quiet_NaN());
  }
}

// Returns the stages of an open grid after all runs that have ended, except those to be done again.
// Returns nothing if the number of replicates is fixed, or if `choice` names runs. `reader` is a
// Store or a StoreReader.
template <class Reader>
std::optional<Stages> stages_so_far(const RunChoice& choice, const grid::Grid& grid,
                                    const std::vector<SweepRun>& runs,
                                    const store::FinishedRuns& finished,
                                    plugin_host::PluginHost& host, Reader* reader) {
  if (!grid.stopping.are_open() || !choice.only.empty()) return std::nullopt;
  Stages stages(grid, runs);
  if (reader == nullptr) return stages;
  if (stages.is_halving()) {
    recall_climbs(choice, grid, runs, finished, host, *reader, stages);
    return stages;
  }
  std::vector<std::string> hashes;
  for (const auto& [hash, status] : finished) hashes.push_back(hash);
  const auto until = reader->final_values(hashes, stages.until_metric());
  const auto race = reader->final_values(hashes, stages.race_metric());
  const auto value = [](const store::FinalValues& values, const std::string& hash) {
    const auto found = values.find(hash);
    return found == values.end() ? std::numeric_limits<double>::quiet_NaN() : found->second;
  };
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (is_to_do(choice, runs, finished, runs[i])) continue;
    const std::string hash = runs[i].hash.text();
    stages.ended(i, {ending_of(finished.at(hash)), value(until, hash), value(race, hash)});
  }
  return stages;
}

}  // namespace skald
