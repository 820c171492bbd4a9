// What runs add to a results database.
#pragma once

#include "grid/cell.hpp"

namespace skald {

// Returns the bytes that a new database has without runs.
double bytes_of_empty_database();

// Return the bytes that a declared cell adds, and each of its runs: its rows, counted from the
// options, times what a row takes with its part of the pages and indexes. Diagnostics of
// draws are counted, which optimisers do not have; draws that are kept beside the database are not,
// nor are vector series, of which only the sampler knows.
double bytes_of_cell(const grid::Cell& cell);
double bytes_of_run(const grid::Cell& cell);

}  // namespace skald
