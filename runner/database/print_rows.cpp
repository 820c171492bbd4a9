#include "database/print_rows.hpp"

#include <string>
#include <string_view>
#include <vector>

#include "report/table_writer.hpp"
#include "system/print_table.hpp"
#include "system/standard_streams.hpp"

namespace skald {

void print_rows(store::Statement& rows, report::TableFormat format) {
  write_rows(rows, format, [format](std::string_view text) {
    print_table_part(text, format);
    return is_output_written();
  });
}

void write_rows(store::Statement& rows, report::TableFormat format,
                const std::function<bool(std::string_view)>& take) {
  const int columns = rows.columns();
  std::vector<std::string> names;
  for (int c = 0; c < columns; ++c) names.push_back(rows.column_name(c));
  bool is_taken = true;
  report::TableWriter writer(std::move(names), format,
                             [&](std::string_view text) { is_taken = is_taken && take(text); });
  std::vector<record::SqlValue> row(static_cast<std::size_t>(columns));
  while (is_taken && rows.step()) {
    for (int c = 0; c < columns; ++c) row[static_cast<std::size_t>(c)] = rows.value(c);
    writer.add(row);
  }
  if (is_taken) writer.end();
}

}  // namespace skald
