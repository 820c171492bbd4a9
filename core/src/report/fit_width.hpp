// Fits wide tables to narrow terminals.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "report/report_table.hpp"

namespace skald::report {

struct FittedTable {
  // Columns left out because all rows have the same value in them, with that value.
  std::vector<std::pair<std::string, std::string>> constants;
  // The other columns from left to right; each block begins with the key columns.
  std::vector<ReportTable> blocks;
};

// Returns the table unchanged if its text is at most `width` characters wide. Otherwise leaves out
// the constant columns and splits the rest into blocks. A block is wider than `width` only if the
// keys and a single column are.
FittedTable fit_width(ReportTable table, std::size_t width);

}  // namespace skald::report
