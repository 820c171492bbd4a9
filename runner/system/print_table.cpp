#include "system/print_table.hpp"

#include "system/standard_streams.hpp"

namespace skald {

void print_table(const ResultTable& table, TableFormat format) {
  print_table_part(format_table(table, format), format);
}

void print_table_part(std::string_view text, TableFormat format) {
  const bool is_data = format == TableFormat::csv || format == TableFormat::json;
  is_data ? print_data(text) : print_out(text);
}

}  // namespace skald
