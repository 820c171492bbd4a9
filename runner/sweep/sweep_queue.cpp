#include "sweep/sweep_queue.hpp"

#include <algorithm>

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

}  // namespace skald
