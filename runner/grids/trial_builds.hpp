// Whether the runs of a grid can begin.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "grids/sweep_runs.hpp"

namespace skald {

struct TrialLimits {
  double cell_seconds = 0;  // to build one cell
  double seconds = 0;       // to build all; no further one is begun then
  // Those that are not built in their time are not counted in that of all: they keep no other one
  // from being tried.
  bool slow_cells_take_none = false;
};

struct TrialBuilds {
  std::size_t combinations = 0;
  std::size_t built = 0;            // those that came to an answer, good or bad
  std::vector<std::string> faults;  // what those said whose runs cannot begin, and which cells
  std::vector<std::string> slow;    // which were not built in their time, and where plugins were
};

// Has workers build the first of `which` (indices into `runs`) of every combination of data set,
// partition, model, kind of sampler and kind of mechanism, up to its first iteration and with its
// metrics. Those that have something no earlier one has come first.
TrialBuilds build_first_cells(const std::vector<SweepRun>& runs,
                              const std::vector<std::size_t>& which, const TrialLimits& limits,
                              Engine& engine);

// "40 of 120 combinations of ... were built; ..." where not all were, else empty.
std::string unbuilt_text(const TrialBuilds& builds);

}  // namespace skald
