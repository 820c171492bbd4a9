// What runs will cost, before they run.
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

// Teaches `costs` what those of `runs` took that ended ok, a thousand of them at most; returns of
// how many it learnt. `wall_seconds` asks the store.
std::size_t learn_costs(const std::vector<SweepRun>& runs, const store::FinishedRuns& finished,
                        const WallSeconds& wall_seconds, CostModel& costs);

// Does shortened runs of every pair of sampler and model that is pending, of two lengths, at most
// two seconds each; returns of how many pairs the cost is known then.
std::size_t probe_costs(const std::vector<SweepRun>& runs, const std::vector<std::size_t>& pending,
                        Engine& engine, CostModel& costs);

}  // namespace skald
