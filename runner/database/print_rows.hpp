// Prints rows of a database on standard output.
#pragma once

#include <functional>
#include <string_view>

#include "report/table_writer.hpp"
#include "store/sqlite.hpp"

namespace skald {

// Prints the rows of the statement in the form of print_table() while they are read; memory does
// not grow with their number. Stops early if standard output is closed.
void print_rows(store::Statement& rows, report::TableFormat format);

// Same, in pieces of text that `take` takes until it returns false.
void write_rows(store::Statement& rows, report::TableFormat format,
                const std::function<bool(std::string_view)>& take);

}  // namespace skald
