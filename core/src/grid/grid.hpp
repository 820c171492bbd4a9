// The grid document: from its text to cells, or to everything that is wrong with it. Pure.
//
// Rules that the JSON itself does not show:
// - Entries of "axes" multiply, and so do the keys inside one entry; the last one varies fastest.
//   Entries with "when" come after all others, whatever their order, so that they may look at any
//   axis; where an entry does not match it changes nothing.
// - A later setting replaces an earlier one: an axis the value of a section, an entry with "when"
//   that of an axis.
// - A key without section belongs to the one plugin of the cell that owns such an option.
// - Where axes choose plugins, an option that this cell's plugin does not have is left out if
//   another plugin of the grid has it, and is an error otherwise. The cells that become equal by
//   this are one.
// - "when" compares the values so far (as given, else the default; expressions by their text);
//   "exclude" those of the finished cell, where a formula means its value there. A list means any
//   of its values. Numbers match to a relative 1e-12. What is wrong in excluded cells only is not
//   reported.
// - A reference run is the cell with the sections that "reference" gives in place of its own ("run"
//   is merged), without metrics.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grid/cell.hpp"
#include "grid/option_tables.hpp"
#include "json/diagnostic.hpp"
#include "text/result.hpp"

namespace skald::grid {

struct GridContext {
  std::string file;    // how diagnostics name the document
  std::string folder;  // paths in the document are relative to it
  OptionTables tables;
  std::vector<std::string> constants;  // of the problem, known only in the worker: N, step_bound
  std::vector<std::string> reference_metrics;  // what a reference run is measured by
  std::size_t maximum_cells = 1'000'000;       // combinations before "exclude"
  std::int64_t maximum_runs = 10'000'000;      // of cells and references, with their replicates
};

// The grid, or, if anything is wrong, diagnostics in the order of the text (at most 100).
text::Result<Grid, std::vector<json::Diagnostic>> read_grid(std::string_view text,
                                                            const GridContext& context);

}  // namespace skald::grid
