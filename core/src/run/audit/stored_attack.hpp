// What can be told from what is stored of runs, and from nothing else.
#pragma once

#include <cstdint>
#include <string>

#include "grid/cell.hpp"
#include "plugin_host/plugin_host.hpp"
#include "run/audit/attacked_run.hpp"
#include "skald/sensitivity.hpp"

namespace skald::run {

struct StoredFinding {
  double claimed = 0;  // the least eps that any of the runs states
  double shown = 0;
  std::string columns;  // by which it is shown; empty: nothing that is covered differs at all
};

// Makes `runs` runs of the cell on its data, in which the unit is a canary, and as many on a
// neighbour of it: of another sign, or nothing, and whole clients with half of their rows. An
// attacker who sees everything that is stored of these runs and that eps covers, by what the runs
// state (values, the iterations at which they stand, and how many there are; texts of events),
// learns on half of them and is judged on the others. Throws as Experiment does, and
// std::runtime_error if a run fails.
StoredFinding attack_stored(const grid::Cell& cell, const CanaryPlace& unit, Relation relation,
                            std::int64_t runs, double delta, double significance,
                            plugin_host::PluginHost& host);

}  // namespace skald::run
