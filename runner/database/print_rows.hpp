// Prints rows of a database on standard output.
#pragma once

#include "report/format_table.hpp"
#include "store/sqlite.hpp"

namespace skald {

// Prints the rows of the statement while they are read, in the form of print_table(), in memory
// that does not grow with their number. Stops early if standard output takes no more.
void print_rows(store::Statement& rows, report::TableFormat format);

}  // namespace skald
