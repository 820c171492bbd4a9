// What can be told from what is stored of runs, and from nothing else.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "grid/cell.hpp"
#include "plugin_host/plugin_host.hpp"
#include "run/audit/attacked_run.hpp"
#include "run/audit/stored_numbers.hpp"
#include "skald/sensitivity.hpp"

namespace skald::run {

struct StoredRuns {
  std::vector<StoredNumbers> with, without;  // the unit; see stored_runs()
};

// Makes `runs` runs of the cell on its data, in which the unit is a canary, and as many on a
// neighbour of it: of another sign, or nothing, and whole clients with half of their rows. Throws
// as Experiment does, and std::runtime_error if a run fails.
StoredRuns stored_runs(const grid::Cell& cell, const CanaryPlace& unit, Relation relation,
                       std::int64_t runs, const NamesOfRun& names, plugin_host::PluginHost& host);

struct StoredFinding {
  double claimed = 0;  // the least eps that any of the runs states
  double shown = 0;
  std::string columns;  // by which it is shown; empty: nothing that is covered differs at all
};

// An attacker who sees everything that is stored of these runs and that eps covers, by what the
// runs state, learns on half of them and is judged on the others.
StoredFinding attack_stored(const StoredRuns& runs, double delta, double significance);

}  // namespace skald::run
