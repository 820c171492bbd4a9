// Checks whether the run of a cell can begin.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "record/subject.hpp"
#include "run/run_cell.hpp"

namespace skald::run {

// Something that is said of a cell: that its run cannot begin, or a note.
struct CellFinding {
  record::Subject about;
  std::string message;  // names what it is about, too
};

// Creates every plugin object of the cell, without data, to find options that contradict each
// other. A formula that needs the problem is replaced by its option's default. Returns the first
// refusal, if there is one.
std::optional<CellFinding> check_cell(const grid::Cell& cell, plugin_host::PluginHost& host);

struct CellFindings {
  std::vector<CellFinding> faults;  // why the run cannot begin, in the order in which they arise
  // Of a run that can: which of its steps are too long, odd data, and that delta is too large for
  // so few units.
  std::vector<CellFinding> notes;
};

// Returns every reason that can be found; none if prepare_cell() succeeds. To look behind a reason,
// the cell is prepared again without the metric that it is about, without the mechanism, or without
// the first option of the sampler that need not be given and without which the sampler can be made.
// Behind any other reason nothing is seen.
CellFindings examine_cell(RunRequest request, plugin_host::PluginHost& host);

}  // namespace skald::run
