// What stored runs have measured.
#pragma once

#include <deque>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "grids/sweep_runs.hpp"
#include "plugin_host/plugin_host.hpp"
#include "store/store.hpp"

namespace skald {

// Reads RunRecord::measured (see grid::read_measured()). Throws DamagedError.
std::vector<grid::MetricChoice> stored_metrics(const std::string& measured);

// Runs with cells of their own. Not to be copied: the runs refer to the cells.
struct OwnRuns {
  std::vector<SweepRun> runs;
  std::deque<grid::Cell> cells;
};

// Returns the runs of a grid where those that are stored already measure what they have measured,
// besides what the grid names: a run that is done again repeats every number. A metric whose plugin
// is gone, or has changed, is left out. Returns null if no run has measured more than the grid
// names. The cells of `runs` must outlive what is returned.
std::unique_ptr<const OwnRuns> with_stored_metrics(std::span<const SweepRun> runs,
                                                   const store::RunMakers& makers,
                                                   plugin_host::PluginHost& host);

}  // namespace skald
