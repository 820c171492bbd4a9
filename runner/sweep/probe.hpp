// Estimates of what runs will cost, before they run.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "engine/engine.hpp"
#include "engine/messages.hpp"
#include "grids/sweep_runs.hpp"
#include "store/store.hpp"
#include "sweep/cost_model.hpp"

namespace skald {

// Adds to `costs` the wall times of those of `runs` that ended ok, at most a thousand of them.
// Returns how many were added.
std::size_t learn_costs(std::span<const SweepRun> runs, const store::FinishedRuns& finished,
                        const store::StoredRuns& stored, CostModel& costs);

// A run that was shortened to find out what it takes.
struct ShortRun {
  OutcomeMessage answer;
  double seconds = 0;  // from here on until its answer is here: answer.outcome.used.wall_seconds
                       // and what is around
};
// Does a tenth of what probe_costs() does at most of the run's cell. Returns nothing if it failed
// or took too long.
std::optional<ShortRun> do_short_run(const SweepRun& run, Engine& engine);

// Tells `costs` which share of their length budgets of bits and of simulated seconds leave to
// pending runs, by shortened runs of their cells without these budgets: what they limit is taken to
// grow in proportion to the length. Of many cells some are tried, and the others have the mean
// share of their pair. Budgets of eps are not foreseen.
void probe_budgets(std::span<const SweepRun> runs, const std::vector<std::size_t>& pending,
                   Engine& engine, CostModel& costs);

// Does shortened runs of every pending pair of sampler and model, of two lengths and at most two
// seconds each, whatever their budgets, and adds their times to `costs`. Returns the number of
// pairs that were measured.
std::size_t probe_costs(std::span<const SweepRun> runs, const std::vector<std::size_t>& pending,
                        Engine& engine, CostModel& costs);

}  // namespace skald
