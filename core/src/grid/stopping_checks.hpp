// Finds the cells that compete with each other, and checks the rules of stopping against the cells.
#pragma once

#include <cstddef>
#include <vector>

#include "grid/cell.hpp"
#include "grid/option_tables.hpp"
#include "grid/run_members.hpp"

namespace skald::grid {

// Returns groups of cells, by index, in the order of their first cells. The cells of a group
// are decided on together: they differ only in the axes of the race. Without a race, each cell
// is a group.
std::vector<std::vector<std::size_t>> decided_together(const Grid& grid);

// Appends the errors of `text`, whose rules are those of `grid`, to the diagnostics. Sets whether
// larger values of the race's metric are better.
void check_stopping(const StoppingText& text, const OptionTables& tables, Grid& grid,
                    std::vector<json::Diagnostic>& diagnostics);

}  // namespace skald::grid
