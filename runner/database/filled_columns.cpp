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

store::Statement select(const store::StoreReader& reader, const std::string& what,
                        const WantedRows& rows) {
  const std::string sql = "SELECT " + what + " FROM " + store::quote_identifier(rows.table);
  if (rows.study.empty()) return reader.connection().prepare(sql);
  store::Statement statement = reader.connection().prepare(sql + " WHERE study = ?");
  statement.with(rows.study);
  return statement;
}

std::string counts_of(const std::vector<std::string>& columns) {
  std::string counts = "count(*)";
  for (const std::string& name : columns)
    counts += ", count(" + store::quote_identifier(name) + ")";
  return counts;
}

}  // namespace

FilledColumns filled_columns(const store::StoreReader& reader, const WantedRows& rows) {
  const std::vector<std::string> names = columns_of(reader, rows.table);
  store::Statement counts = select(reader, counts_of(names), rows);
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

store::Statement select_columns(const store::StoreReader& reader,
                                const std::vector<std::string>& columns, const WantedRows& rows) {
  std::vector<std::string> quoted;
  for (const std::string& name : columns) quoted.push_back(store::quote_identifier(name));
  return select(reader, fmt::format("{}", fmt::join(quoted, ", ")), rows);
}

}  // namespace skald
