// Columns of a table that hold something.
#pragma once

#include <string>
#include <vector>

#include "store/store_reader.hpp"

namespace skald {

struct FilledColumns {
  std::vector<std::string> filled;  // in the order of the table
  std::size_t empty = 0;            // number of the others
};

// A view or table, or its rows that belong to one study.
struct WantedRows {
  std::string table;
  std::string study = {};  // its name, for a table with a column of that name; empty: all rows
};

// Divides the columns by whether any row has a value there. All count as filled where there are no
// rows.
FilledColumns filled_columns(const store::StoreReader& reader, const WantedRows& rows);

// Returns the statement that reads these columns of the rows.
store::Statement select_columns(const store::StoreReader& reader,
                                const std::vector<std::string>& columns, const WantedRows& rows);

}  // namespace skald
