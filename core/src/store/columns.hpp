// The columns of tables, as lists for SQL texts: those of the schema, and those of records.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/fields.hpp"

namespace skald::store {

// A column of a table of schemas/results.sql.
struct SchemaColumn {
  std::string table, name, type;
};
// In the order of the schema.
const std::vector<SchemaColumn>& schema_columns();

// Returns the columns of a table of the schema, in its order, each after `prefix` ("o."). `instead`
// gives other texts for some of them; an empty one leaves its column out.
using Instead = std::initializer_list<std::pair<std::string_view, std::string_view>>;
std::string table_columns(std::string_view table, std::string_view prefix = "",
                          Instead instead = {});

// Returns the columns of a record (see text::for_each_column) in its own order, in which a
// Statement binds and reads it: "host, cpu".
template <text::HasFields Record>
std::string record_columns(std::string_view prefix = "") {
  std::string list;
  const Record record;
  text::for_each_column(record, [&](std::string_view name, const auto&) {
    list.append(list.empty() ? "" : ", ").append(prefix).append(name);
  });
  return list;
}

// Returns "?, ?" for two columns, given as a list.
std::string parameters(std::string_view columns);

// Returns the text with every "$" replaced by the name of a database ("main", "other"), for
// statements that serve both the main database of a connection and attached ones.
std::string with_schema(std::string sql, std::string_view schema);

// Returns the statement that inserts so many rows. `table`: its name and columns, as in
// "points (run, value)".
std::string insert_sql(const std::string& table, std::size_t rows = 1);

}  // namespace skald::store
