// How many runs with how many threads the cores of a sweep are for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "grids/sweep_runs.hpp"

namespace skald {

// The option run.threads of a cell.
struct RunThreads {
  std::int64_t own = 1;  // that the run has from its beginning to its end
  bool borrows = false;  // "auto": it also uses cores that are idle
};

RunThreads threads_of(const grid::Cell& cell);

struct ThreadShare {
  std::size_t workers = 1;   // runs at a time
  std::int64_t threads = 1;  // the most that a run has of its own
  bool borrows = false;      // whether some run also uses idle cores
  std::int64_t cores = 1;    // of all runs together
};

// Shares `cores` so that no choice of these runs at a time has more threads than there are cores: a
// run has as many of its own as its cell states, or all cores if these are fewer, and as many runs
// at a time as there is room for if all had the most of any.
ThreadShare thread_share(std::span<const SweepRun> runs, std::size_t cores);

}  // namespace skald
