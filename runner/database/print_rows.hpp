// Rows of a database on standard output.
#pragma once

#include "report/format_table.hpp"
#include "store/sqlite.hpp"

namespace skald {

// The rows of the statement as they are read, as print_table() would print them, in memory that
// does not grow with their number. Ends early where standard output takes no more.
void print_rows(store::Statement& rows, report::TableFormat format);

}  // namespace skald
