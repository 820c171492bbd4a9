// The columns of tables, as lists for SQL texts: those of the schema, and those of records.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/wire.hpp"

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

// The column names of axes and metrics in run_table.

// The four fixed axes: always columns of run_table, under these names, whether or not a study
// varies them. `column` belongs to the axis `path`; any other axis whose path ends in the same word
// is named by its full path.
struct FixedAxis {
  std::string_view path;
  std::string_view column;
};
std::span<const FixedAxis> fixed_axes();

struct ColumnNames {
  std::vector<std::string> axes;     // in the order of the paths given
  std::vector<std::string> metrics;  // in the order of the names given
};

// Returns names that differ from each other, from the columns that run_table has in every file and
// from the names of the fixed axes even if case is ignored, as SQL does. An axis takes the last
// word of its path
// ("sampler.q_cv" -> "q_cv"), the word before it if that is "plugin" ("privacy.plugin" ->
// "privacy"), or its full path if that name is not unique. A metric keeps its name, or becomes
// "metric.<name>" if the name is taken. The paths must differ from each other, and so must the
// metrics' names.
ColumnNames column_names(std::span<const std::string> axis_paths,
                         std::span<const std::string> metric_names);

// Returns `name` as an SQL identifier, in double quotes.
std::string quote_identifier(std::string_view name);

// Throws std::invalid_argument unless `name` can name an axis or a metric: 1 to 200 bytes, no
// control characters. `what` ("metric name") begins the sentence.
void require_name(std::string_view name, std::string_view what);

}  // namespace skald::store
