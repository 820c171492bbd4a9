// The start of a cell, seen as a cell.
#pragma once

#include "grid/cell.hpp"

namespace skald::grid {

// Returns the cell with the sampler, the length and the formulas of its start in place of its own,
// and without a start and metrics. The cell must have a start.
Cell starting_cell(const Cell& cell);

}  // namespace skald::grid
