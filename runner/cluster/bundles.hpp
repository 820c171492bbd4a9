// Runs of a grid that one process has to do together.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "grid/cell.hpp"
#include "grids/sweep_runs.hpp"

namespace skald {

struct Bundle {
  std::vector<std::size_t> runs;  // indices into the runs of the grid, rising; no reference runs
  double cost = 0;                // of them and of each reference run that they need
  bool is_divisible = false;      // whether they are together only to save a reference run
};

// Returns the cost of a run by its index: finite and not negative, in any unit.
using RunCost = std::function<double(std::size_t run)>;

// Returns the bundles of the runs at `which`, where reference runs are ignored. Runs that are
// compared with the same reference run are one bundle. In an open grid, all runs of the cells that
// are decided on together are one, and a reference run that two of these need is paid by both. The
// order of the bundles, by sampler and model, then by cell, then by replicate, depends on nothing
// but the runs.
std::vector<Bundle> bundles_of(const grid::Grid& grid, const std::vector<SweepRun>& runs,
                               std::span<const std::size_t> which, const RunCost& cost);

// How large a piece of a divided bundle may be.
struct PieceSize {
  double own = 0;                                         // the cost of its runs
  double most = std::numeric_limits<double>::infinity();  // and with the reference run
};

// Divides the divisible bundles that are larger into even pieces that are not, as far as this is
// worth it: each piece pays the reference run again, so that there are at most as many pieces as
// leave each with runs that cost as much as the reference run.
std::vector<Bundle> split_bundles(std::vector<Bundle> bundles, const std::vector<SweepRun>& runs,
                                  const RunCost& cost, const PieceSize& size);

// Returns the costs of the bundles, for share_out.hpp.
std::vector<double> costs_of(const std::vector<Bundle>& bundles);

}  // namespace skald
