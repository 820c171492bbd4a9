// The plan of a sweep: which runs of a grid are to be done, and what is known before they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "grid/cell.hpp"
#include "grids/sweep_runs.hpp"
#include "plugin_host/plugin_host.hpp"
#include "store/store.hpp"
#include "sweep/cost_model.hpp"
#include "sweep/inventory.hpp"
#include "sweep/outdated_runs.hpp"
#include "sweep/pending_runs.hpp"
#include "sweep/stages.hpp"
#include "sweep/thread_share.hpp"

namespace skald {

struct SweepPlan {
  std::span<const SweepRun> runs;         // all of the grid, as they are to be done
  SweepOptions options = {};              // by which the plan was made
  std::vector<std::size_t> pending = {};  // see pending_runs()
  StandingRuns standing = {};             // what the store had before the sweep
  std::optional<Stages> stages = {};      // of an open grid; `pending` are the runs wanted so far
  CostModel costs = {};                   // what is known of the costs before the sweep
  std::size_t learnt = 0;                 // runs that this is known from
  std::size_t cached = 0;                 // runs of the share that have ended and are not pending
  Counts failures = {};    // those of them without a result, by status; none with `choice.only`
  std::int64_t study = 0;  // its id in the store
  std::string alone = {};  // the command that does a single run; its hash is appended
  ThreadShare threads = {};
  std::unique_ptr<const OwnRuns> own = {};  // holds `runs`, unless they are those of the grid
};

// Decides which runs of the grid are to be done, and collects what is known of their cost. `runs`
// are those of list_runs(); they and the grid must outlive the plan. `stored` is null if there is
// no database yet.
SweepPlan plan_sweep(const SweepOptions& options, const grid::Grid& grid,
                     std::span<const SweepRun> runs, const store::StoredRuns* stored,
                     plugin_host::PluginHost& host);

// Returns the command that does a single run, to which its hash is appended. `words` are further
// arguments.
std::string alone(const std::string& grid, const std::string& database,
                  const std::vector<std::string>& words);

// Makes the store ready for what is planned. Refuses stored runs whose values have changed since
// they were stored, unless they are pending (store::DamagedError). Marks as superseded the outdated
// runs, except those whose numbers stand. Removes the checkpoints and unfinished draws of runs that
// have ended, which remain if the machine goes down right after a commit; not those of runs that
// were stopped at their time limit, since such a run goes on from there when it is retried.
void make_ready(store::Store& store, const SweepPlan& plan);

}  // namespace skald
