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
#include "sweep/pending_runs.hpp"

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

  // Makes the decisions that follow from the runs that have ended. Returns the runs of cells that
  // are wanted now and were not before.
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
    std::vector<stopping::Outcomes> outcomes;   // per member
    std::vector<stopping::Allotment> allotted;  // per member
    bool is_changed = true;
  };

  bool is_waiting(const Group& group) const;
  void advance(Group& group, std::vector<std::size_t>& wanted);
  record::DecisionRecord record_of(const Group& group, std::size_t member) const;

  const grid::Grid* grid_;
  const std::vector<SweepRun>* runs_;
  std::vector<Group> groups_;
  std::vector<Place> places_;                           // per cell
  std::vector<std::size_t> first_run_;                  // per cell: the run of its replicate 0
  std::unordered_map<std::string, std::size_t> cells_;  // by hash
  std::vector<record::DecisionRecord> decisions_;
};

// Returns the stages of an open grid after all runs that have ended, except those to be done again.
// Returns nothing if the number of replicates is fixed, or if `choice` names runs. `reader` is a
// Store or a StoreReader.
template <class Reader>
std::optional<Stages> stages_so_far(const RunChoice& choice, const grid::Grid& grid,
                                    const std::vector<SweepRun>& runs,
                                    const store::FinishedRuns& finished, Reader* reader) {
  if (!grid.stopping.are_open() || !choice.only.empty()) return std::nullopt;
  Stages stages(grid, runs);
  if (reader == nullptr) return stages;
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
    const std::string& hash = runs[i].hash;
    stages.ended(i, {ending_of(finished.at(hash)), value(until, hash), value(race, hash)});
  }
  return stages;
}

}  // namespace skald
