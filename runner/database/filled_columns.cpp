#include "database/filled_columns.hpp"

#include <fmt/format.h>

#include "store/column_names.hpp"

namespace skald {
namespace {

std::vector<std::string> columns_of(const store::StoreReader& reader, const std::string& table) {
  const store::Statement rows = reader.rows(table);
  std::vector<std::string> names;
  for (int c = 0; c < rows.columns(); ++c) names.push_back(rows.column_name(c));
  return names;
}

std::string counts_sql(const std::vector<std::string>& columns, const std::string& table) {
  std::string counts = "count(*)";
  for (const std::string& name : columns)
    counts += ", count(" + store::quote_identifier(name) + ")";
  return "SELECT " + counts + " FROM " + store::quote_identifier(table);
}

}  // namespace

FilledColumns filled_columns(const store::StoreReader& reader, const std::string& table) {
  const std::vector<std::string> names = columns_of(reader, table);
  store::Statement counts = reader.connection().prepare(counts_sql(names, table));
  counts.step();
  const bool has_rows = counts.integer(0) > 0;
  FilledColumns columns;
  for (std::size_t c = 0; c < names.size(); ++c) {
    if (has_rows && counts.integer(static_cast<int>(c) + 1) == 0) {
      ++columns.empty;
    } else {
      columns.filled.push_back(names[c]);
    }
  }
  return columns;
}

std::string select_columns(const std::vector<std::string>& columns, const std::string& table) {
  std::vector<std::string> quoted;
  for (const std::string& name : columns) quoted.push_back(store::quote_identifier(name));
  return fmt::format("SELECT {} FROM {}", fmt::join(quoted, ", "), store::quote_identifier(table));
}

}  // namespace skald
