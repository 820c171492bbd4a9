// What is said of a grid, and where in it: values until they are printed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "grid/cell.hpp"
#include "grids/loaded_grid.hpp"
#include "json/diagnostic.hpp"
#include "run/checks/check_cell.hpp"
#include "system/exit_code.hpp"

namespace skald {

struct Finding {
  enum class Severity { error, warning, note };
  Severity severity = Severity::error;
  // Its file is the grid's; without a line it is about all of it. A message may have several lines.
  json::Diagnostic said;
  std::string cells = {};    // which cells say so: "cell K=5, and 3 like it"; may be empty
  std::string excerpt = {};  // the line of the file with carets, if it is shown below the finding
};

bool has_error(const std::vector<Finding>& findings);

// Returns a note on all of a file.
Finding note_on(const std::string& file, const std::string& message);

// Returns the findings as people read them, each "FILE:LINE:COLUMN: SEVERITY: MESSAGE - HINT" and
// whose rule it is or which cells say so, with its excerpt; "FILE: MESSAGE" is a note on all of the
// file. Control characters are escaped.
std::string text_of(const std::vector<Finding>& findings);

// Returns a line with a JSON object for each: "file", "line", "column", "severity", "message", and
// of "path", "hint", "rule" and "cells" those that it has.
std::string json_of(const std::vector<Finding>& findings);

// A wrong grid, and all that is wrong with it.
struct GridFaults : GridError {
  explicit GridFaults(std::vector<Finding> faults);

  std::vector<Finding> findings;
};

// Where in a grid file a message belongs that was not made from its text.

// Why runs of a grid cannot begin, or a note on them.
struct CellFault {
  run::CellFinding finding;
  std::string cells;  // which cells say so: "cell K=5, and 3 like it", "the only cell"
  const grid::Cell* cell = nullptr;  // the first of them
};

// Returns the place in the text of a grid: of the metric that the finding is about; of the option
// that its message names first, or whose word it does, on the axis that gave it its value in the
// cell, or in the section that it is about; of the section's plugin on its axis; of the section; or
// of the beginning. (Plugins say in words alone which of their options is at fault.) Without a cell
// there are no axes.
json::Place grid_place(const LoadedGrid& loaded, const run::CellFinding& finding,
                       const grid::Cell* cell = nullptr);

// Returns the faults at their places in the grid's file.
std::vector<Finding> findings_of(const LoadedGrid& loaded, const std::vector<CellFault>& faults,
                                 Finding::Severity severity = Finding::Severity::error);

}  // namespace skald
