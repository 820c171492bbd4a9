// What prevents a finite eps, found before anything runs.
#pragma once

#include <vector>

#include "engine/engine.hpp"
#include "grid/cell.hpp"
#include "grids/finding.hpp"
#include "grids/loaded_grid.hpp"
#include "plugin_host/plugin_host.hpp"
#include "run/checks/check_cell.hpp"

namespace skald {

struct PrivacyFinding {
  bool is_error = false;  // run.public is wrong: the runs of the cell would be refused
  run::CellFinding said;  // empty if there is nothing to say
};

// Returns a warning if the cell claims privacy but its eps will be infinite, since its set-up reads
// private rows, or an error if its run.public is wrong. It is empty otherwise, and if the cell
// cannot be built.
PrivacyFinding privacy_finding(const grid::Cell& cell, plugin_host::PluginHost& host);

// Returns the findings about a grid, each once, with the first cell that it concerns. Has workers
// build one experiment for every combination of plugins and non-numeric options, each in at most
// `seconds`. Cells that cannot be built are passed over.
std::vector<Finding> check_privacy(const LoadedGrid& loaded, Engine& engine, double seconds);

}  // namespace skald
