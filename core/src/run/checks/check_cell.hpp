// Checks whether the run of a cell can begin.
#pragma once

#include <string>
#include <vector>

#include "run/run_cell.hpp"

namespace skald::run {

// Creates every plugin object of the cell, without data, to find options that contradict each
// other. A formula that needs the problem is replaced by its option's default. Returns status ok,
// or failed with the message.
record::RunOutcome check_cell(const grid::Cell& cell, plugin_host::PluginHost& host);

// Returns why the run cannot begin, every reason that can be found, in the order in which they
// arise; empty if prepare_cell() succeeds. To look behind a reason, the cell is prepared again
// without the metric that it is about, without the mechanism, or without the first option of the
// sampler that need not be given and without which the sampler can be made. Behind any other reason
// nothing is seen.
std::vector<std::string> cell_faults(RunRequest request, plugin_host::PluginHost& host);
// The same, and in `notes` what speaks against a run that can begin: its steps are too long.
std::vector<std::string> cell_faults(RunRequest request, plugin_host::PluginHost& host,
                                     std::vector<std::string>& notes);

}  // namespace skald::run
