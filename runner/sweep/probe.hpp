// Estimates of what runs will cost, before they run.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "grids/sweep_runs.hpp"
#include "store/store.hpp"
#include "sweep/cost_model.hpp"

namespace skald {

using WallSeconds = std::function<std::optional<double>(const std::string& run_hash)>;

// Adds to `costs` the wall times of those of `runs` that ended ok, at most a thousand of them.
// Returns how many were added. `wall_seconds` asks the store.
std::size_t learn_costs(const std::vector<SweepRun>& runs, const store::FinishedRuns& finished,
                        const WallSeconds& wall_seconds, CostModel& costs);

// Does shortened runs of every pending pair of sampler and model, of two lengths and at most two
// seconds each, and adds their times to `costs`. Returns the number of pairs that were measured.
std::size_t probe_costs(const std::vector<SweepRun>& runs, const std::vector<std::size_t>& pending,
                        Engine& engine, CostModel& costs);

}  // namespace skald
