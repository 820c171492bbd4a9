#include "sweep/stages.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "grid/canonical.hpp"
#include "grid/stopping_checks.hpp"
#include "skald/parts/not_a_number.hpp"

namespace skald {
namespace {

constexpr std::size_t kToTheEnd = std::numeric_limits<std::size_t>::max();

double final_value(const record::RunRecord& record, const std::string& metric) {
  for (const record::SeriesRecord& series : record.series) {
    if (series.metric == metric) return series.summary.last;
  }
  return kNotANumber;
}

stopping::Outcome::Ending ending_of(record::RunStatus status) {
  using Ending = stopping::Outcome::Ending;
  if (status == record::RunStatus::ok) return Ending::ok;
  return status == record::RunStatus::diverged ? Ending::diverged : Ending::failed;
}

std::optional<record::Diagnosis> chains_in(const store::Diagnoses& all, const std::string& run) {
  const auto found = all.find(run);
  return found == all.end() ? std::nullopt : std::optional(found->second);
}

double value_in(const store::FinalValues& values, const std::string& run) {
  const auto found = values.find(run);
  return found == values.end() ? kNotANumber : found->second;
}

}  // namespace

Stages::Stages(const grid::Grid& grid, std::span<const SweepRun> runs)
    : grid_(&grid),
      runs_(runs),
      places_(grid.cells.size()),
      first_run_(grid.cells.size()),
      asked_(runs.size()) {
  std::unordered_map<std::string, std::size_t> firsts;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].replicate == 0) firsts.emplace(runs[i].cell_hash(), i);
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
    if (is_halving()) {
      group.climbs.resize(cells.size());
      for (auto& climbs : group.climbs) climbs.resize(static_cast<std::size_t>(grid.replicates));
    }
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

double Stages::race_value(double value, const std::optional<record::Diagnosis>& chains) const {
  return grid_->stopping.race ? value_for(*grid_->stopping.race, value, chains) : kNotANumber;
}

void Stages::ended(std::size_t run, const stopping::Outcome& outcome) {
  const auto cell = cells_.find(runs_[run].cell_hash());
  if (cell == cells_.end()) return;  // a reference run
  const Place place = places_[cell->second];
  Group& group = groups_[place.group];
  stopping::Outcomes& outcomes = group.outcomes[place.member];
  const auto replicate = static_cast<std::size_t>(runs_[run].replicate);
  if (outcomes.size() <= replicate) outcomes.resize(replicate + 1);
  outcomes[replicate] = outcome;
  group.is_changed = true;
}

void Stages::ended(std::size_t run, const record::RunRecord& record) {
  const double race = race_value(final_value(record, race_metric()), record.chains());
  if (is_halving()) {
    return climbed_to_end(run, climb_of(*grid_->stopping.race, record),
                          record.status == record::RunStatus::ok ? race : kNotANumber);
  }
  ended(run, {ending_of(record.status), final_value(record, until_metric()), race});
}

std::optional<run::PausePoint> Stages::pause_of(std::size_t run) const {
  // Others wait for the end of a reference run.
  if (runs_[run].is_reference) return std::nullopt;
  if (asked_[run] == 0 || asked_[run] == kToTheEnd) return std::nullopt;
  const stopping::Race& race = *grid_->stopping.race;
  return run::PausePoint{race.metric, stopping::rungs_of(*race.halving).at(asked_[run] - 1),
                         race.halving->in_rounds};
}

std::vector<record::RungRecord> Stages::rung_records(std::size_t run, const stopping::Climb& climb,
                                                     const std::string& made_by) const {
  const stopping::Race& race = *grid_->stopping.race;
  const std::vector<std::int64_t> rungs = stopping::rungs_of(*race.halving);
  const SweepRun& of = runs_[run];
  std::vector<record::RungRecord> records;
  for (std::size_t i = 0; i < climb.values.size(); ++i) {
    if (!climb.values[i]) continue;
    records.push_back({of.hash.text(), of.cell_hash(), of.replicate, race.metric,
                       unit_of(*race.halving), rungs[i], *climb.values[i], made_by});
  }
  return records;
}

bool Stages::has_come(const stopping::Climb& climb, std::size_t run) const {
  const std::size_t rung = asked_[run] - 1;
  return rung < climb.values.size() && climb.values[rung];
}

// Nothing if it is the run of a reference alone.
stopping::Climb* Stages::climb_of_run(std::size_t run) {
  const auto cell = cells_.find(runs_[run].cell_hash());
  if (cell == cells_.end()) return nullptr;
  const Place place = places_[cell->second];
  groups_[place.group].is_changed = true;
  return &groups_[place.group].climbs[place.member].at(
      static_cast<std::size_t>(runs_[run].replicate));
}

void Stages::climbed(std::size_t run, const stopping::Climb& climb) {
  stopping::Climb* known = climb_of_run(run);
  if (known == nullptr) return;
  if (known->values.size() < climb.values.size()) known->values.resize(climb.values.size());
  for (std::size_t i = 0; i < climb.values.size(); ++i) {
    if (!known->values[i]) known->values[i] = climb.values[i];
  }
}

void Stages::climbed_to_end(std::size_t run, const stopping::Climb& climb, double last) {
  climbed(run, climb);
  if (stopping::Climb* known = climb_of_run(run)) {
    stopping::end(*known, *grid_->stopping.race->halving, last);
  }
}

void Stages::recall(std::size_t run, const record::RungRecord& rung) {
  const stopping::Halving& halving = *grid_->stopping.race->halving;
  const std::vector<std::int64_t> rungs = stopping::rungs_of(halving);
  const auto place = std::find(rungs.begin(), rungs.end(), rung.rung);
  if (place == rungs.end() || rung.unit != unit_of(halving)) return;
  stopping::Climb climb;
  climb.values.resize(rungs.size());
  climb.values[static_cast<std::size_t>(place - rungs.begin())] = rung.value;
  climbed(run, climb);
}

std::vector<std::size_t> Stages::advance() {
  std::vector<std::size_t> wanted;
  for (Group& group : groups_) {
    if (group.is_changed && is_halving()) halve(group, wanted);
    if (group.is_changed && !is_halving() && !is_waiting(group)) advance(group, wanted);
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

void Stages::halve(Group& group, std::vector<std::size_t>& wanted) {
  const std::vector<stopping::Course> courses = stopping::halve(grid_->stopping, group.climbs);
  for (std::size_t m = 0; m < courses.size(); ++m) {
    const bool was_decided = group.allotted[m].decision.has_value();
    group.allotted[m] = {grid_->replicates, courses[m].decision};
    if (!courses[m].decision) ask_for(group, m, courses[m], wanted);
    if (courses[m].decision && !was_decided) decisions_.push_back(record_of(group, m));
  }
}

void Stages::ask_for(const Group& group, std::size_t member, const stopping::Course& course,
                     std::vector<std::size_t>& wanted) {
  const std::size_t goal = course.rung ? *course.rung + 1 : kToTheEnd;
  for (std::size_t r = 0; r < group.climbs[member].size(); ++r) {
    const stopping::Climb& climb = group.climbs[member][r];
    const std::size_t run = first_run_[group.cells[member]] + r;
    if (climb.has_ended || asked_[run] >= goal) continue;
    if (course.rung && *course.rung < climb.values.size() && climb.values[*course.rung]) continue;
    asked_[run] = goal;
    wanted.push_back(run);
  }
}

std::vector<record::DecisionRecord> Stages::take_decisions() {
  return std::exchange(decisions_, {});
}

record::DecisionRecord Stages::record_of(const Group& group, std::size_t member) const {
  using stopping::Reason;
  const stopping::Decision& decision = *group.allotted[member].decision;
  const bool is_of_race = decision.reason == Reason::worse || decision.reason == Reason::failed ||
                          decision.reason == Reason::halved;
  record::DecisionRecord record;
  record.cell = runs_[first_run_[group.cells[member]]].cell_hash();
  record.replicates = decision.replicates;
  record.reason = name_of(decision.reason);
  record.metric = is_of_race ? race_metric() : until_metric();
  record.statistic = decision.statistic;
  record.threshold = decision.threshold;
  record.rung = decision.rung;
  if (decision.rival) {
    record.rival = runs_[first_run_[group.cells[*decision.rival]]].cell_hash();
  }
  return record;
}

std::int64_t Stages::most_replicates(std::size_t cell) const {
  const Place place = places_[cell];
  const auto& decision = groups_[place.group].allotted[place.member].decision;
  if (!decision) return grid_->replicates;
  return decision->reason == stopping::Reason::halved ? 0 : decision->replicates;
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
    for (std::int64_t r = 0, most = most_replicates(c); r < most; ++r) {
      runs.push_back(first_run_[c] + static_cast<std::size_t>(r));
    }
  }
  return runs;
}

namespace {

// Tells `stages` what its runs have left at rungs, in this sweep's database.
void recall_climbs(const RunChoice& choice, const grid::Grid& grid, std::span<const SweepRun> runs,
                   const store::FinishedRuns& finished, plugin_host::PluginHost& host,
                   const store::StoredRuns& stored, Stages& stages) {
  std::vector<std::string> hashes;
  std::unordered_map<std::string, std::size_t> kept;  // runs that are not done again from the start
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const bool has_ended = status_of(finished, runs[i]).has_value();
    if (choice.force || (has_ended && is_to_do(choice, runs, finished, runs[i]))) continue;
    kept.emplace(runs[i].hash.text(), i);
    if (has_ended) hashes.push_back(runs[i].hash.text());
  }
  const stopping::Race& race = *grid.stopping.race;
  for (const record::RungRecord& rung : stored.rungs(grid.name, race.metric)) {
    const auto run = kept.find(rung.run);
    if (run == kept.end()) continue;
    if (choice.keep || rung.made_by == made_by(runs[run->second], host)) {
      stages.recall(run->second, rung);
    }
  }
  const store::RunPoints metric = stored.points(hashes, race.metric);
  const store::RunPoints rounds = stored.points(hashes, "rounds");
  const store::FinalValues last = stored.final_values(hashes, race.metric);
  const store::Diagnoses diagnoses = stored.diagnoses(hashes);
  for (const std::string& hash : hashes) {
    const bool has_value = finished.at(hash) == record::RunStatus::ok;
    const auto chains = chains_in(diagnoses, hash);
    stages.climbed_to_end(kept.at(hash),
                          climb_for(race, climb_of(race, metric.at(hash), rounds.at(hash)), chains),
                          has_value ? value_for(race, value_in(last, hash), chains) : kNotANumber);
  }
}

}  // namespace

std::optional<Stages> stages_so_far(const RunChoice& choice, const grid::Grid& grid,
                                    std::span<const SweepRun> runs,
                                    const store::FinishedRuns& finished,
                                    plugin_host::PluginHost& host,
                                    const store::StoredRuns* stored) {
  if (!grid.stopping.are_open() || !choice.only.empty()) return std::nullopt;
  Stages stages(grid, runs);
  if (stored == nullptr) return stages;
  if (stages.is_halving()) {
    recall_climbs(choice, grid, runs, finished, host, *stored, stages);
    return stages;
  }
  std::vector<std::string> hashes;
  for (const auto& [hash, status] : finished) hashes.push_back(hash);
  const auto until = stored->final_values(hashes, stages.until_metric());
  const auto race = stored->final_values(hashes, stages.race_metric());
  const auto diagnoses = stored->diagnoses(hashes);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (is_to_do(choice, runs, finished, runs[i])) continue;
    const std::string hash = runs[i].hash.text();
    stages.ended(i, {ending_of(finished.at(hash)), value_in(until, hash),
                     stages.race_value(value_in(race, hash), chains_in(diagnoses, hash))});
  }
  return stages;
}

}  // namespace skald
