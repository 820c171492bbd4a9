#include "sweep/sweep_queue.hpp"

#include <algorithm>
#include <utility>

#include "sweep/pending_runs.hpp"

namespace skald {

SweepQueue::SweepQueue(std::span<const SweepRun> runs, const std::vector<std::size_t>& pending,
                       const store::FinishedRuns& finished)
    : runs_(runs), waiting_(pending.rbegin(), pending.rend()) {
  for (std::size_t i = 0; i < runs.size() && runs[i].is_reference; ++i) {
    if (const auto status = status_of(finished, runs[i])) references_[i] = *status;
  }
  for (const std::size_t i : pending) references_.erase(i);
}

std::vector<std::size_t>::const_reverse_iterator SweepQueue::first_ready() const {
  return std::find_if(waiting_.rbegin(), waiting_.rend(),
                      [this](std::size_t run) { return is_ready(run); });
}

std::optional<std::size_t> SweepQueue::next() const {
  const auto ready = first_ready();
  if (ready == waiting_.rend()) return std::nullopt;
  return *ready;
}

std::optional<std::size_t> SweepQueue::take() {
  const auto ready = first_ready();
  if (ready == waiting_.rend()) return std::nullopt;
  const std::size_t run = *ready;
  waiting_.erase(std::next(ready).base());
  return run;
}

void SweepQueue::add(const std::vector<std::size_t>& runs) {
  waiting_.insert(waiting_.begin(), runs.rbegin(), runs.rend());
  for (const std::size_t run : runs) references_.erase(run);
}

void SweepQueue::put_back(std::size_t run) { waiting_.insert(waiting_.begin(), run); }

std::optional<record::RunStatus> SweepQueue::reference_status(const SweepRun& run) const {
  if (!run.reference) return std::nullopt;
  return references_.at(*run.reference);
}

bool SweepQueue::is_ready(std::size_t run) const {
  const auto& reference = runs_[run].reference;
  return !reference || references_.contains(*reference);
}

OpenRuns::OpenRuns(std::optional<Stages> stages, std::span<const SweepRun> runs,
                   const store::FinishedRuns& finished, RunChoice choice,
                   const std::vector<std::size_t>& pending)
    : stages_(std::move(stages)), runs_(runs), finished_(finished), choice_(std::move(choice)) {
  if (!stages_) return;
  taken_.insert(pending.begin(), pending.end());
  decisions_ = stages_->take_decisions();
}

std::optional<run::PausePoint> OpenRuns::pause_of(std::size_t run) const {
  return stages_ ? stages_->pause_of(run) : std::nullopt;
}

bool OpenRuns::pause(std::size_t run, const record::RunResults& results) {
  const stopping::Climb climb = stages_->climb_from(results);
  if (!stages_->has_come(climb, run)) return false;
  at_rung_[run] = climb;
  return true;
}

std::vector<record::RungRecord> OpenRuns::rungs(plugin_host::PluginHost& host) const {
  std::vector<record::RungRecord> all;
  for (const auto& [run, climb] : at_rung_) {
    const auto records = stages_->rung_records(run, climb, made_by(runs_[run], host));
    all.insert(all.end(), records.begin(), records.end());
  }
  return all;
}

OpenRuns::Next OpenRuns::advance(const std::vector<std::size_t>& ended,
                                 const std::vector<record::RunRecord>& records) {
  Next next;
  decisions_.clear();
  if (!stages_) return next;
  for (std::size_t i = 0; i < ended.size(); ++i) stages_->ended(ended[i], records[i]);
  for (const auto& [run, climb] : at_rung_) {
    stages_->climbed(run, climb);
    resting_.insert(run);
  }
  at_rung_.clear();
  std::vector<std::size_t> wanted = stages_->advance();
  decisions_ = stages_->take_decisions();
  for (const std::size_t run : wanted) {
    if (resting_.erase(run) > 0) next.again.push_back(run);
  }
  std::erase_if(wanted, [this](std::size_t run) { return taken_.contains(run); });
  for (const std::size_t i : pending_runs(choice_left(), runs_, finished_, wanted)) {
    if (taken_.insert(i).second) next.more.push_back(i);
  }
  return next;
}

RunChoice OpenRuns::choice_left() const {
  RunChoice choice = choice_;
  if (!choice.limit) return choice;
  const auto taken = static_cast<std::size_t>(std::count_if(
      taken_.begin(), taken_.end(), [&](std::size_t i) { return !runs_[i].is_reference; }));
  choice.limit = *choice.limit - std::min(*choice.limit, taken);
  return choice;
}

std::vector<std::size_t> OpenRuns::halved() const {
  std::set<std::string> cells;
  for (const record::DecisionRecord& decision : decisions_) {
    if (decision.reason == name_of(stopping::Reason::halved)) cells.insert(decision.cell);
  }
  std::vector<std::size_t> runs;
  if (cells.empty()) return runs;
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    if (!runs_[i].is_reference && cells.contains(runs_[i].cell_hash())) runs.push_back(i);
  }
  return runs;
}

std::map<std::string, std::size_t> OpenRuns::decided() const {
  return stages_ ? stages_->decided() : std::map<std::string, std::size_t>();
}

}  // namespace skald
