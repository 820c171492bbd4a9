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

struct CellFindings {
  std::vector<std::string> faults;  // why the run cannot begin, in the order in which they arise
  // Of a run that can, each with its section: which of its steps are too long, odd data, and that
  // delta is too large for so few units.
  std::vector<std::string> notes;
};

// Returns every reason that can be found; none if prepare_cell() succeeds. To look behind a reason,
// the cell is prepared again without the metric that it is about, without the mechanism, or without
// the first option of the sampler that need not be given and without which the sampler can be made.
// Behind any other reason nothing is seen.
CellFindings examine_cell(RunRequest request, plugin_host::PluginHost& host);

}  // namespace skald::run
