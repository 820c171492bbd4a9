#include "store/columns.hpp"

#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <chrono>

#include "store/results_sql.hpp"
#include "store/sqlite.hpp"

namespace skald::store {

const std::vector<SchemaColumn>& schema_columns() {
  static const std::vector<SchemaColumn> columns = [] {
    Connection model(":memory:", Access::create, std::chrono::milliseconds(0));
    model.execute(std::string(results_sql()));
    Statement rows = model.prepare(
        "SELECT s.name, c.name, c.type FROM sqlite_schema AS s, pragma_table_info(s.name) AS c"
        " WHERE s.type = 'table' ORDER BY s.rowid, c.cid");
    std::vector<SchemaColumn> found;
    while (rows.step()) {
      found.push_back(
          {std::string(rows.text(0)), std::string(rows.text(1)), std::string(rows.text(2))});
    }
    return found;
  }();
  return columns;
}

std::string table_columns(std::string_view table, std::string_view prefix, Instead instead) {
  std::string list;
  for (const SchemaColumn& column : schema_columns()) {
    if (column.table != table) continue;
    const auto* other = std::find_if(instead.begin(), instead.end(),
                                     [&](const auto& pair) { return pair.first == column.name; });
    const std::string text =
        other != instead.end() ? std::string(other->second) : std::string(prefix) + column.name;
    if (!text.empty()) list.append(list.empty() ? "" : ", ").append(text);
  }
  return list;
}

std::string parameters(std::string_view columns) {
  std::string text = "?";
  for (const char c : columns) text += c == ',' ? ", ?" : "";
  return text;
}

std::string with_schema(std::string sql, std::string_view schema) {
  boost::algorithm::replace_all(sql, "$", schema);
  return sql;
}

std::string insert_sql(const std::string& table, std::size_t rows) {
  const std::string row = "(" + parameters(table) + ")";
  std::string text = "INSERT INTO " + table + " VALUES " + row;
  for (std::size_t r = 1; r < rows; ++r) text += ", " + row;
  return text;
}

}  // namespace skald::store
