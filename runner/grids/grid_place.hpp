// Where in a grid file a message belongs that was not made from its text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "grid/cell.hpp"
#include "grids/finding.hpp"
#include "grids/loaded_grid.hpp"
#include "run/checks/check_cell.hpp"

namespace skald {

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
