// The shares of a grid's runs, for processes that know nothing of each other, and for the tasks of
// a scheduler.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cluster/bundles.hpp"
#include "cluster/share_out.hpp"
#include "grid/cell.hpp"
#include "grids/sweep_runs.hpp"

namespace skald {

// Runs of a grid, by index, rising. The reference runs that they need are not listed: whoever does
// the runs does those, too.
using RunShare = std::vector<std::size_t>;

// Divides all runs of the grid into n even shares. They follow from the grid and its data alone:
// what a database has does not matter, so that every process works out the same shares, which are
// disjoint and together all runs. A run's cost is its iterations times its chains. Throws
// UsageError if the results decide the number of replicates and there are fewer groups of cells
// that are decided on together than shares.
std::vector<RunShare> even_shares(const grid::Grid& grid, const std::vector<SweepRun>& runs,
                                  std::size_t n);

// Divides the runs at `which` into tasks of that length, in the unit of the costs (seconds).
std::vector<RunShare> tasks_of_length(const grid::Grid& grid, const std::vector<SweepRun>& runs,
                                      std::span<const std::size_t> which, const RunCost& cost,
                                      const TaskLength& length);

}  // namespace skald
