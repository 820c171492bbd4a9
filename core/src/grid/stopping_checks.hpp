// Which cells compete with each other, and whether a grid's rules of stopping fit its cells.
#pragma once

#include <cstddef>
#include <vector>

#include "grid/cell.hpp"
#include "grid/option_tables.hpp"
#include "grid/stopping_text.hpp"

namespace skald::grid {

// Returns the cells that are decided on together, by index: those that differ in the axes of the
// race alone; without a race, each cell by itself. In the order of their first cells.
std::vector<std::vector<std::size_t>> decided_together(const Grid& grid);

// Appends what is wrong with `text`, whose rules are those of `grid`. Sets which direction of the
// race's metric is better.
void check_stopping(const StoppingText& text, const OptionTables& tables, Grid& grid,
                    std::vector<json::Diagnostic>& diagnostics);

}  // namespace skald::grid
