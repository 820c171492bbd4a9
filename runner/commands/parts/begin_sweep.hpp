// What is done before runs of a grid are done, wherever that is.
#pragma once

#include <string>
#include <vector>

#include "grids/loaded_grid.hpp"
#include "grids/sweep_runs.hpp"
#include "plugin_host/plugin_host.hpp"
#include "store/store.hpp"
#include "sweep/standing/outdated_runs.hpp"
#include "sweep/sweep.hpp"

namespace skald {

// Opens the database and says so if it was migrated.
store::Store open_store(const std::string& database, bool allow_network_file_system);

// Decides which runs of the grid are to be done, and collects what is known of their cost. The plan
// refers to `runs` and `grid`.
SweepPlan plan_sweep(const RunChoice& choice, const grid::Grid& grid,
                     const std::vector<SweepRun>& runs, const store::FinishedRuns& finished,
                     plugin_host::PluginHost& host, store::Store& store);

// Refuses stored runs whose values have changed since they were stored, unless they are to be done
// again (store::DamagedError). The plan must have its study and the command for single runs.
void require_whole(const SweepPlan& plan, const store::Store& store);

// Marks as superseded the stored runs that are outdated, except those whose numbers stand.
void supersede(const SweepPlan& plan, const OutdatedRuns& outdated, store::Store& store);

}  // namespace skald
