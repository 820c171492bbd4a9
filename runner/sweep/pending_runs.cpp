#include "sweep/pending_runs.hpp"

#include <algorithm>
#include <utility>

#include "system/exit_code.hpp"

namespace skald {
namespace {

class Pending {
 public:
  Pending(const RunChoice& choice, std::span<const SweepRun> runs,
          const store::FinishedRuns& finished)
      : choice_(choice), runs_(runs), finished_(finished) {}

  bool is_wanted(const SweepRun& run) const {
    const auto status = status_of(finished_, run);
    if (!status || choice_.force) return true;
    if (std::ranges::find(choice_.retry, name_of(*status)) != choice_.retry.end()) return true;
    if (record::is_result(*status)) return false;
    if (!choice_.only.empty() && is_named(run)) return true;
    return *status == record::RunStatus::failed && run.reference &&
           is_wanted(runs_[*run.reference]);
  }
  // Returns whether `only` is empty or contains a prefix of the run's hash.
  bool is_named(const SweepRun& run) const {
    const auto& only = choice_.only;
    if (only.empty()) return true;
    const std::string hash = run.hash.text();
    return std::ranges::any_of(only, [&](const auto& start) { return hash.starts_with(start); });
  }

 private:
  const RunChoice& choice_;
  std::span<const SweepRun> runs_;
  const store::FinishedRuns& finished_;
};

// Within a replicate, reference runs come first.
void sort_by_replicate(std::span<const SweepRun> runs, std::vector<std::size_t>& indices) {
  std::sort(indices.begin(), indices.end(), [&runs](std::size_t a, std::size_t b) {
    return std::pair(runs[a].replicate, a) < std::pair(runs[b].replicate, b);
  });
}

}  // namespace

void require_sense(const RunChoice& choice) {
  if (choice.force && choice.keep) {
    throw UsageError("--force does again what --keep lets stand: give one of them");
  }
}

std::vector<std::size_t> pending_runs(const RunChoice& choice, std::span<const SweepRun> runs,
                                      const store::FinishedRuns& finished) {
  return pending_runs(choice, runs, finished, all_of(runs));
}

std::vector<std::size_t> pending_runs(const RunChoice& choice, std::span<const SweepRun> runs,
                                      const store::FinishedRuns& finished,
                                      std::vector<std::size_t> candidates) {
  const Pending pending(choice, runs, finished);
  sort_by_replicate(runs, candidates);
  std::vector<bool> is_chosen(runs.size());
  std::vector<std::size_t> chosen;
  for (const std::size_t i : candidates) {
    if (!runs[i].is_ours || (runs[i].is_reference && choice.only.empty())) continue;
    if (!pending.is_named(runs[i]) || !pending.is_wanted(runs[i])) continue;
    if (choice.limit && chosen.size() == *choice.limit) break;
    is_chosen[i] = true;
    chosen.push_back(i);
  }
  for (std::size_t k = 0, count = chosen.size(); k < count; ++k) {
    const auto reference = runs[chosen[k]].reference;
    if (!reference || is_chosen[*reference] || !pending.is_wanted(runs[*reference])) continue;
    is_chosen[*reference] = true;
    chosen.push_back(*reference);
  }
  sort_by_replicate(runs, chosen);
  return chosen;
}

bool is_to_do(const RunChoice& choice, std::span<const SweepRun> runs,
              const store::FinishedRuns& finished, const SweepRun& run) {
  return Pending(choice, runs, finished).is_wanted(run);
}

}  // namespace skald
