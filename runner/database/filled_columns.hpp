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

// Divides the columns of a view or table by whether any row has a value there. All count as filled
// where there are no rows.
FilledColumns filled_columns(const store::StoreReader& reader, const std::string& table);

// Returns the statement that reads these columns of the table.
std::string select_columns(const std::vector<std::string>& columns, const std::string& table);

}  // namespace skald
