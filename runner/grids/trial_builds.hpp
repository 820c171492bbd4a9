// Checks whether the runs of a grid can begin.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "grids/finding.hpp"
#include "grids/sweep_runs.hpp"

namespace skald {

struct TrialLimits {
  double cell_seconds = 0;  // that building one cell may take
  double seconds = 0;       // after which no further build is begun
  // If true, builds that exceed cell_seconds do not count towards `seconds`, so that they do not
  // keep others from being tried.
  bool slow_cells_take_none = false;
};

struct TrialBuilds {
  std::size_t combinations = 0;
  std::size_t built = 0;          // number that gave an answer, good or bad
  std::vector<CellFault> faults;  // why runs cannot begin
  std::vector<CellFault> lost;    // cells whose plugins ended the process that built them
  std::vector<CellFault> slow;    // cells that were too slow, and what their plugins were doing
  // Cells whose steps are too long for the problem, or whose data are seldom meant that way.
  std::vector<CellFault> odd;
  // Cells that were not built since that would put more than data::kLargeFile bytes into the cache,
  // and how much, where, and what is free there.
  std::vector<CellFault> large;
};

// Has workers build one cell for every combination of data set, partition, model, kind of sampler
// and kind of mechanism, and one for every value of an option of a sampler, a mechanism or the run
// that no earlier cell has, up to its first iteration and with its metrics: the first among the
// runs `which` (indices into `runs`). Values of formulas do not count. Cells with a part that no
// earlier one has are built first. In the time that is left, some further replicates of each data
// set with each partition are built, whose rows and clients are others; they are no combinations.
TrialBuilds build_first_cells(const std::vector<SweepRun>& runs,
                              const std::vector<std::size_t>& which, const TrialLimits& limits,
                              Engine& engine);

// Returns the note "40 of 120 cells that differ in ... were built; ..." if not all were.
std::vector<Finding> unbuilt(const LoadedGrid& loaded, const TrialBuilds& builds);

}  // namespace skald
