// Wide tables on narrow terminals.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "report/report_table.hpp"

namespace skald::report {

struct FittedTable {
  // Columns that were left out since all rows have the same in them, with what they have.
  std::vector<std::pair<std::string, std::string>> constants;
  // The other columns from left to right; the keys stand in front of each block.
  std::vector<ReportTable> blocks;
};

// The table as it is where its text is not wider than `width` characters. Else without its constant
// columns, and in as many blocks as it takes: each at most so wide, if the keys and one more column
// are.
FittedTable fit_width(ReportTable table, std::size_t width);

}  // namespace skald::report
