// What runs will cost, before they run.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cost_model.hpp"
#include "store/store_reader.hpp"
#include "sweep_runs.hpp"
#include "worker_pool.hpp"

namespace skald {

// Teaches `costs` what the stored runs of the grid took; returns where the numbers come from, "" if
// there are none.
std::string learn_costs(const StoreReader& reader, const std::vector<SweepRun>& runs,
                        CostModel& costs);

// Does a shortened run of every pair of sampler and model that is pending, at most two seconds
// each; returns where the numbers come from.
std::string probe_costs(const std::vector<SweepRun>& runs, const std::vector<std::size_t>& pending,
                        WorkerPool& pool, CostModel& costs);

}  // namespace skald
