#include "sweep/stages.hpp"

#include <algorithm>
#include <utility>

#include "grid/canonical.hpp"
#include "grid/stopping_checks.hpp"

namespace skald {
namespace {

double final_value(const record::RunRecord& record, const std::string& metric) {
  for (const record::SeriesRecord& series : record.series) {
    if (series.metric == metric) return series.summary.last;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

stopping::Outcome::Ending ending_of(record::RunStatus status) {
  using Ending = stopping::Outcome::Ending;
  if (status == record::RunStatus::ok) return Ending::ok;
  return status == record::RunStatus::diverged ? Ending::diverged : Ending::failed;
}

Stages::Stages(const grid::Grid& grid, const std::vector<SweepRun>& runs)
    : grid_(&grid), runs_(&runs), places_(grid.cells.size()), first_run_(grid.cells.size()) {
  std::unordered_map<std::string, std::size_t> firsts;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].replicate == 0) firsts.emplace(runs[i].cell_hash, i);
  }
  for (std::size_t c = 0; c < grid.cells.size(); ++c) {
    const std::string hash = grid::cell_hash(grid.cells[c]);
    cells_.emplace(hash, c);
    first_run_[c] = firsts.at(hash);
  }
  for (std::vector<std::size_t>& cells : grid::decided_together(grid)) {
    Group group;
    group.outcomes.resize(cells.size());
    group.allotted.resize(cells.size());
    for (std::size_t m = 0; m < cells.size(); ++m) places_[cells[m]] = {groups_.size(), m};
    group.cells = std::move(cells);
    groups_.push_back(std::move(group));
  }
}

std::string Stages::until_metric() const {
  return grid_->stopping.until ? grid_->stopping.until->metric : "";
}

std::string Stages::race_metric() const {
  return grid_->stopping.race ? grid_->stopping.race->metric : "";
}

void Stages::ended(std::size_t run, const stopping::Outcome& outcome) {
  const auto cell = cells_.find((*runs_)[run].cell_hash);
  if (cell == cells_.end()) return;  // a reference run
  const Place place = places_[cell->second];
  Group& group = groups_[place.group];
  stopping::Outcomes& outcomes = group.outcomes[place.member];
  const auto replicate = static_cast<std::size_t>((*runs_)[run].replicate);
  if (outcomes.size() <= replicate) outcomes.resize(replicate + 1);
  outcomes[replicate] = outcome;
  group.is_changed = true;
}

void Stages::ended(std::size_t run, const record::RunRecord& record) {
  ended(run, {ending_of(record.status), final_value(record, until_metric()),
              final_value(record, race_metric())});
}

std::vector<std::size_t> Stages::advance() {
  std::vector<std::size_t> wanted;
  for (Group& group : groups_) {
    if (group.is_changed && !is_waiting(group)) advance(group, wanted);
    group.is_changed = false;
  }
  return wanted;
}

// Returns whether a run that is already wanted has not ended.
bool Stages::is_waiting(const Group& group) const {
  for (std::size_t m = 0; m < group.cells.size(); ++m) {
    const stopping::Outcomes& outcomes = group.outcomes[m];
    const auto wanted = static_cast<std::size_t>(group.allotted[m].replicates);
    if (outcomes.size() < wanted) return true;
    const auto end = outcomes.begin() + static_cast<std::ptrdiff_t>(wanted);
    if (!std::all_of(outcomes.begin(), end, [](const auto& o) { return o.has_value(); }))
      return true;
  }
  return false;
}

void Stages::advance(Group& group, std::vector<std::size_t>& wanted) {
  const std::vector<stopping::Allotment> before = std::move(group.allotted);
  group.allotted = stopping::allot(grid_->stopping, group.outcomes);
  for (std::size_t m = 0; m < group.cells.size(); ++m) {
    const std::size_t first = first_run_[group.cells[m]];
    for (std::int64_t r = before[m].replicates; r < group.allotted[m].replicates; ++r) {
      wanted.push_back(first + static_cast<std::size_t>(r));
    }
    if (group.allotted[m].decision && !before[m].decision) {
      decisions_.push_back(record_of(group, m));
    }
  }
}

std::vector<record::DecisionRecord> Stages::take_decisions() {
  return std::exchange(decisions_, {});
}

record::DecisionRecord Stages::record_of(const Group& group, std::size_t member) const {
  using stopping::Reason;
  const stopping::Decision& decision = *group.allotted[member].decision;
  const bool is_of_race = decision.reason == Reason::worse || decision.reason == Reason::failed;
  record::DecisionRecord record;
  record.cell = (*runs_)[first_run_[group.cells[member]]].cell_hash;
  record.replicates = decision.replicates;
  record.reason = name_of(decision.reason);
  record.metric = is_of_race ? race_metric() : until_metric();
  record.statistic = decision.statistic;
  record.threshold = decision.threshold;
  if (decision.rival) {
    record.rival = (*runs_)[first_run_[group.cells[*decision.rival]]].cell_hash;
  }
  return record;
}

Stages::Range Stages::range(std::size_t cell) const {
  const Place place = places_[cell];
  const stopping::Allotment& allotted = groups_[place.group].allotted[place.member];
  const std::int64_t most = allotted.decision ? allotted.decision->replicates : grid_->replicates;
  return {allotted.replicates, most};
}

std::map<std::string, std::size_t> Stages::decided() const {
  std::map<std::string, std::size_t> counts;
  for (const Group& group : groups_) {
    for (const stopping::Allotment& cell : group.allotted) {
      if (cell.decision) ++counts[std::string(name_of(cell.decision->reason))];
    }
  }
  return counts;
}

std::vector<std::size_t> Stages::possible() const {
  std::vector<std::size_t> runs;
  for (std::size_t c = 0; c < grid_->cells.size(); ++c) {
    for (std::int64_t r = 0; r < range(c).most; ++r) {
      runs.push_back(first_run_[c] + static_cast<std::size_t>(r));
    }
  }
  return runs;
}

}  // namespace skald
