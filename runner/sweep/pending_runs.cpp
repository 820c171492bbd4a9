#include "sweep/pending_runs.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "system/exit_code.hpp"

namespace skald {
namespace {

class Pending {
 public:
  Pending(const RunChoice& choice, const std::vector<SweepRun>& runs,
          const store::FinishedRuns& finished)
      : choice_(choice), runs_(runs), finished_(finished) {}

  bool is_wanted(const SweepRun& run) const {
    const auto ended = finished_.find(run.hash);
    if (ended == finished_.end() || choice_.force) return true;
    const record::RunStatus status = ended->second;
    if (std::find(choice_.retry.begin(), choice_.retry.end(), name_of(status)) !=
        choice_.retry.end()) {
      return true;
    }
    if (record::is_result(status)) return false;
    if (!choice_.only.empty() && is_named(run)) return true;
    return status == record::RunStatus::failed && run.reference && is_wanted(runs_[*run.reference]);
  }
  // Whether `only` has a beginning of the run's hash, or is empty.
  bool is_named(const SweepRun& run) const {
    const auto& only = choice_.only;
    return only.empty() || std::any_of(only.begin(), only.end(), [&](const std::string& start) {
             return run.hash.rfind(start, 0) == 0;
           });
  }

 private:
  const RunChoice& choice_;
  const std::vector<SweepRun>& runs_;
  const store::FinishedRuns& finished_;
};

// Returns all indices. The sort is stable, so that references stay before the runs that need them.
std::vector<std::size_t> by_replicate(const std::vector<SweepRun>& runs) {
  std::vector<std::size_t> order(runs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&runs](std::size_t a, std::size_t b) {
    return runs[a].replicate < runs[b].replicate;
  });
  return order;
}

}  // namespace

void require_sense(const RunChoice& choice) {
  if (choice.force && choice.keep) {
    throw UsageError("--force does again what --keep lets stand: give one of them");
  }
}

std::vector<std::size_t> pending_runs(const RunChoice& choice, const std::vector<SweepRun>& runs,
                                      const store::FinishedRuns& finished) {
  const Pending pending(choice, runs, finished);
  const std::vector<std::size_t> order = by_replicate(runs);
  std::vector<bool> chosen(runs.size());
  std::size_t count = 0;
  for (const std::size_t i : order) {
    if (runs[i].is_reference && choice.only.empty()) continue;
    if (!pending.is_named(runs[i]) || !pending.is_wanted(runs[i])) continue;
    if (choice.limit && count == *choice.limit) break;
    chosen[i] = true;
    ++count;
  }
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (!chosen[i] || !runs[i].reference) continue;
    const std::size_t reference = *runs[i].reference;
    if (pending.is_wanted(runs[reference])) chosen[reference] = true;
  }
  std::vector<std::size_t> indices;
  std::copy_if(order.begin(), order.end(), std::back_inserter(indices),
               [&chosen](std::size_t i) { return chosen[i]; });
  return indices;
}

}  // namespace skald
