// What is known of a run of a grid.
#pragma once

#include <optional>

#include "grids/sweep_runs.hpp"
#include "store/store.hpp"

namespace skald {

// Returns how the run has ended; nothing if it has not.
inline std::optional<record::RunStatus> status_of(const store::FinishedRuns& finished,
                                                  const SweepRun& run) {
  if (finished.empty()) return std::nullopt;  // as for all of a million runs of a new grid
  const auto found = finished.find(run.hash.text());
  return found == finished.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace skald
