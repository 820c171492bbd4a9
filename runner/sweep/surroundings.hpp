// What runs cost around their work.
#pragma once

#include <optional>

#include "engine/engine.hpp"
#include "grids/loaded_grid.hpp"
#include "grids/sweep_runs.hpp"
#include "plugin_host/plugin_host.hpp"

namespace skald {

// Seconds, as this machine takes them now.
struct Surroundings {
  double start = 0;    // of a worker, until it has its first job
  double per_run = 0;  // to send a run, take its answer, make the worker ready again, and store it
  double runner = 0;   // the part of per_run that only one process can do, one run after another
};

// Measures by the run of that index, which is shortened and done some times over by the engine, the
// first time in a fresh worker, and stored as often in a database of its own. Returns nothing where
// it cannot be done.
std::optional<Surroundings> measure_surroundings(const LoadedGrid& loaded,
                                                 const std::vector<SweepRun>& runs, std::size_t run,
                                                 plugin_host::PluginHost& host, Engine& engine);

// Returns the wall time of so many runs, whose work takes `work` seconds in all, on so many
// workers.
double forecast_seconds(double work, std::size_t runs, std::size_t workers,
                        const Surroundings& around);

}  // namespace skald
