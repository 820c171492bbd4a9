#include "sweep/inventory.hpp"

#include "sweep/run_status.hpp"

#include <fmt/core.h>

#include <numeric>

namespace skald {

Inventory take_inventory(const std::vector<SweepRun>& runs, const StandingRuns& standing,
                         const std::optional<Staleness>& staleness) {
  std::vector<std::size_t> all(runs.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return take_inventory(runs, all, standing, staleness);
}

Inventory take_inventory(const std::vector<SweepRun>& runs, const std::vector<std::size_t>& indices,
                         const StandingRuns& standing, const std::optional<Staleness>& staleness) {
  Inventory inventory;
  for (const std::size_t i : indices) {
    if (const auto status = status_of(standing.finished, runs[i])) {
      Counts& counts = record::is_result(*status) ? inventory.cached : inventory.failed;
      ++counts[std::string(name_of(*status))];
      continue;
    }
    const auto outdated = standing.outdated.outdated.find(i);
    if (outdated != standing.outdated.outdated.end()) {
      ++inventory.stale[to_text(outdated->second)];
      continue;
    }
    const auto reason = staleness ? staleness->reason(runs[i]) : std::nullopt;
    reason ? ++inventory.stale[*reason] : ++inventory.fresh;
  }
  return inventory;
}

std::size_t total(const Counts& counts) {
  std::size_t sum = 0;
  for (const auto& [name, count] : counts) sum += count;
  return sum;
}

std::string listed(const Counts& counts) {
  std::string text;
  for (const auto& [name, count] : counts) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, count);
  }
  return text;
}

std::string names_of(const Counts& counts) {
  std::string text;
  for (const auto& [name, count] : counts) text += (text.empty() ? "" : ",") + name;
  return text;
}

}  // namespace skald
