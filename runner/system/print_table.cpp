#include "system/print_table.hpp"

#include "system/standard_streams.hpp"

namespace skald {

void print_table(const record::ResultTable& table, report::TableFormat format) {
  print_table_part(report::format_table(table, format), format);
}

void print_table_part(std::string_view text, report::TableFormat format) {
  report::is_for_programs(format) ? print_data(text) : print_out(text);
}

}  // namespace skald
