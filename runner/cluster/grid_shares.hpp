// The shares of a grid's runs, for processes that know nothing of each other, and for the tasks of
// a scheduler.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grid/cell.hpp"
#include "grids/sweep_runs.hpp"

namespace skald {

// Divides work into shares that take about the same time. Pure.

// Items, by index, of each share. Every item is in exactly one share; those of a share rise.
using Shares = std::vector<std::vector<std::size_t>>;

// Deals items of these costs (finite and not negative) to `n` shares, at least one, by the rule
// "longest processing time first": the costliest item first, of equal ones the earlier first, each
// to the share that costs least so far, of equal ones the first. The costliest share then costs at
// most 4/3 - 1/(3n) times what it costs in the best division (Graham, Bounds on Multiprocessing
// Timing Anomalies, 1969, Theorem 2). Depends on nothing but the costs, so that all processes that
// divide the same work agree; items of equal cost are dealt in turn.
Shares even_shares(std::span<const double> costs, std::size_t n);

// How long a task of a scheduler is to take, in the unit of the costs. All are above zero, and
// least <= target <= most. If they contradict each other, most_tasks is kept first, then `most`.
struct TaskLength {
  double target = 0;  // of the mean
  double least = 0;   // of the mean: shorter tasks are not worth starting
  double most = std::numeric_limits<double>::infinity();  // of every task, say a time limit
  std::size_t most_tasks = std::numeric_limits<std::size_t>::max();  // say, of an array of jobs
};

// Divides items of these costs into about as many even shares as the target says. A task exceeds
// `most` only if it is a single item, or if more than most_tasks would be needed.
Shares tasks_of_length(std::span<const double> costs, const TaskLength& length);

// Returns the cost of each share.
std::vector<double> costs_of(const Shares& shares, std::span<const double> costs);

// Runs of a grid that one process has to do together.
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

// Returns the costs of the bundles, for grid_shares.hpp.
std::vector<double> costs_of(const std::vector<Bundle>& bundles);

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
