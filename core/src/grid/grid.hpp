// Reads the grid document: from its text to cells, or to everything that is wrong with it. Pure.
//
// Rules that the JSON itself does not show:
// - Entries of "axes" multiply, and so do the keys inside one entry; the last one varies fastest.
//   Entries with "when" are applied after all others, wherever they stand, so that they can test
//   any axis. An entry whose condition does not hold has no effect.
// - A later setting replaces an earlier one: an axis replaces the value of a section, and an entry
//   with "when" replaces that of an axis.
// - A key without a section belongs to the one plugin of the cell that owns an option of that name.
// - If axes choose plugins, an option that this cell's plugin lacks is left out if another plugin
//   of the grid has it, and is an error otherwise. Cells that become equal in this way are merged.
// - "when" compares the values so far (as given, or else the default; expressions by their text).
//   "exclude" compares the values of the finished cell, and a formula in it means its value in that
//   cell. A list means any of its values. Numbers match to a relative 1e-12. Faults that occur only
//   in excluded cells are not reported.
// - Cells in which the "when" of "start" holds have that start; its formulas name the options of
// its
//   own sampler, and those of the cell's other sections.
// - A reference run is the cell with the sections that "reference" gives in place of its own,
//   except that "run" is merged. It has no metrics of its own, and no start.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grid/cell.hpp"
#include "grid/option_tables.hpp"
#include "json/diagnostic.hpp"
#include "stopping/rules.hpp"
#include "text/result.hpp"

namespace skald::grid {

struct GridContext {
  std::string file;    // the document's name in diagnostics
  std::string folder;  // paths in the document are relative to it
  OptionTables tables;
  std::vector<std::string> constants;          // of the problem: N, step_bound; values unknown here
  std::vector<std::string> reference_metrics;  // the metrics that are measured on reference runs
  std::size_t maximum_cells = 1'000'000;       // combinations before "exclude"
  std::int64_t maximum_runs = stopping::kMostRuns;  // cells and references times replicates
  std::function<void(std::size_t)> tell = {};  // is told how many combinations were built so far
};

// Returns the grid or, if anything is wrong, at most 100 diagnostics in the order of the text.
text::Result<Grid, std::vector<json::Diagnostic>> read_grid(std::string_view text,
                                                            const GridContext& context);

}  // namespace skald::grid
