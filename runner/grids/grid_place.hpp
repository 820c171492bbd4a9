// Where in a grid file a message belongs that was not made from its text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "grid/cell.hpp"
#include "grids/loaded_grid.hpp"

namespace skald {

// Why runs of a grid cannot begin.
struct CellFault {
  std::string message;  // begins with whom it is about: "sampler 'x': ...", "metric 'w2' ..."
  std::string cells;    // which cells say so: "cell K=5, and 3 like it", "the only cell"
  const grid::Cell* cell = nullptr;  // the first of them

  // "message   (cells)"
  std::string text() const { return message + "   (" + cells + ")"; }
};

// Returns "FILE:LINE:COLUMN", the form to which editors jump: of the metric that the message is
// about; of the option that the message names first, or whose word it does, on the axis that gave
// it its value in the cell, or in the section with whose name the message begins; of the section's
// plugin on its axis; of the section; or of the beginning. `text` is that of the file. Without a
// cell there are no axes.
std::string grid_place(const std::string& file, std::string_view text, std::string_view message,
                       const grid::Cell* cell = nullptr);

// Returns a line for each fault, at its place in the grid's file: "PLACE: SEVERITY: PREFIXtext".
std::string fault_lines(const LoadedGrid& loaded, const std::vector<CellFault>& faults,
                        const char* severity = "error", const char* prefix = "");

}  // namespace skald
