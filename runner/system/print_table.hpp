// Tables on standard output.
#pragma once

#include <string_view>

#include "report/format_table.hpp"

namespace skald {

// Prints text for people, or data (csv, json) for programs.
void print_table(const record::ResultTable& table, report::TableFormat format);
void print_table_part(std::string_view text, report::TableFormat format);

}  // namespace skald
