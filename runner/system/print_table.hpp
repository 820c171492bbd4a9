// Tables on standard output.
#pragma once

#include <string_view>

#include "report/format_table.hpp"

namespace skald {

// For people as text, for programs (csv, json) as data.
void print_table(const ResultTable& table, TableFormat format);
void print_table_part(std::string_view text, TableFormat format);

}  // namespace skald
