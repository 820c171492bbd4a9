// Decides which runs of a grid are to be done.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "grids/sweep_runs.hpp"
#include "store/store.hpp"
#include "sweep/sweep_options.hpp"

namespace skald {

// Returns how the run has ended; nothing if it has not.
inline std::optional<record::RunStatus> status_of(const store::FinishedRuns& finished,
                                                  const SweepRun& run) {
  if (finished.empty()) return std::nullopt;  // as for all of a million runs of a new grid
  const auto found = finished.find(run.hash.text());
  return found == finished.end() ? std::nullopt : std::optional(found->second);
}

// Throws UsageError if its members contradict each other.
void require_sense(const RunChoice& choice);

// Returns indices into `runs` in the order in which they are to be done: every cell's first
// replicate, then every cell's second, and so on, so that a sweep that is cut short has something
// of every cell; within a replicate, references come first. A run that has ended is left out unless
// `choice` asks for it or it failed and the reference run that it needs is to be done again. A
// reference run is included if a chosen run needs it, if `choice.only` names it, or if the grid
// declares it as a cell, too.
std::vector<std::size_t> pending_runs(const RunChoice& choice, std::span<const SweepRun> runs,
                                      const store::FinishedRuns& finished);
// Same, for only the runs at `candidates` and the reference runs that they need.
std::vector<std::size_t> pending_runs(const RunChoice& choice, std::span<const SweepRun> runs,
                                      const store::FinishedRuns& finished,
                                      std::vector<std::size_t> candidates);

// Returns whether the run has no result yet, or must be done again although it has ended.
bool is_to_do(const RunChoice& choice, std::span<const SweepRun> runs,
              const store::FinishedRuns& finished, const SweepRun& run);

}  // namespace skald
