// What prevents a finite eps, found before anything runs.
#pragma once

#include <string>

#include "engine/engine.hpp"
#include "grid/cell.hpp"
#include "grids/loaded_grid.hpp"
#include "plugin_host/plugin_host.hpp"

namespace skald {

struct PrivacyFinding {
  bool is_error = false;  // run.public is wrong: the runs of the cell would be refused
  std::string text;       // empty if there is nothing to say
};

// Returns a warning if the cell claims privacy but its eps will be infinite, since its set-up reads
// private rows, or an error if its run.public is wrong. The text is empty otherwise, and if the
// cell cannot be built.
PrivacyFinding privacy_finding(const grid::Cell& cell, plugin_host::PluginHost& host);

// Returns the warnings about a grid, each once, with the first cell that it concerns, as lines that
// begin with the place of the section "privacy" in the grid file. Has workers build one experiment
// for every combination of plugins and non-numeric options, each in at most `seconds`. Cells that
// cannot be built are passed over. Throws GridError with all findings if one of them is an error.
std::string check_privacy(const LoadedGrid& loaded, Engine& engine, double seconds);

}  // namespace skald
