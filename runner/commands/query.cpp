// skald query DATABASE SQL: prints a view, a table or the result of a reading statement.
#include <fmt/format.h>

#include <algorithm>

#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "database/open_database.hpp"
#include "database/print_rows.hpp"
#include "store/columns.hpp"
#include "system/exit_code.hpp"
#include "system/standard_streams.hpp"

namespace skald {
namespace {

struct QueryCommand {
  std::string database;
  std::string sql;
  std::string study;
  std::string format = "table";
};

bool names_a_table(const store::StoreReader& reader, const std::string& sql) {
  const std::vector<std::string> names = reader.views_and_tables();
  return std::find(names.begin(), names.end(), sql) != names.end();
}

struct FilledColumns {
  std::vector<std::string> filled;  // in the order of the table
  std::size_t empty = 0;            // number of the others
};

// A view or table, or its rows that belong to one study.
struct WantedRows {
  std::string table;
  std::string study = {};  // its name, for a table with a column of that name; empty: all rows
};

std::vector<std::string> column_names_of(const store::StoreReader& reader,
                                         const std::string& table) {
  const store::Statement rows = reader.rows(table);
  std::vector<std::string> names;
  for (int c = 0; c < rows.columns(); ++c) names.push_back(rows.column_name(c));
  return names;
}

store::Statement select_of(const store::StoreReader& reader, const std::string& what,
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

// Divides the columns by whether any row has a value there. All count as filled where there are no
// rows.
FilledColumns filled_columns(const store::StoreReader& reader, const WantedRows& rows) {
  const std::vector<std::string> names = column_names_of(reader, rows.table);
  store::Statement counts = select_of(reader, counts_of(names), rows);
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

// Returns the statement that reads these columns of the rows.
store::Statement select_columns(const store::StoreReader& reader,
                                const std::vector<std::string>& columns, const WantedRows& rows) {
  std::vector<std::string> quoted;
  for (const std::string& name : columns) quoted.push_back(store::quote_identifier(name));
  return select_of(reader, fmt::format("{}", fmt::join(quoted, ", ")), rows);
}

// Prints a view or table, or its rows of one study, without the columns that are empty throughout.
void print_table_named(const store::StoreReader& reader, const WantedRows& wanted,
                       report::TableFormat format) {
  const FilledColumns columns = filled_columns(reader, wanted);
  store::Statement rows = select_columns(reader, columns.filled, wanted);
  print_rows(rows, format);
  if (columns.empty > 0 && wanted.study.empty()) {
    print_error("{} empty columns are left out; --format csv and json have them\n", columns.empty);
  }
}

// --study is for views and tables that say which study a row belongs to.
void require_study_rows(const store::StoreReader& reader, const QueryCommand& command) {
  const std::vector<std::string> studies = reader.studies();
  if (std::find(studies.begin(), studies.end(), command.study) == studies.end()) {
    throw UsageError(fmt::format("--study: found \"{}\"; expected one of {}", command.study,
                                 fmt::join(studies, ", ")));
  }
  const std::string& name = command.sql;
  if (names_a_table(reader, name)) {
    const std::vector<std::string> columns = reader.query(name).columns;
    if (std::find(columns.begin(), columns.end(), "study") != columns.end()) return;
  }
  throw UsageError(fmt::format(
      "--study {}: found \"{}\"; expected the name of a view with a column \"study\", such as "
      "run_table; in SQL, say WHERE study = '{}'",
      command.study, name, command.study));
}

int query(const QueryCommand& command) {
  store::StoreReader reader = open_reader(command.database);
  reader.work_freely();  // the statement is the user's
  if (command.sql.empty()) {
    for (const std::string& name : reader.views_and_tables()) print_out("{}\n", name);
    return kOk;
  }
  const report::TableFormat format = report::table_format(command.format);
  if (!command.study.empty()) require_study_rows(reader, command);
  const bool is_for_people = !report::is_for_programs(format) && names_a_table(reader, command.sql);
  if (is_for_people || !command.study.empty()) {
    print_table_named(reader, {command.sql, command.study}, format);
    return kOk;
  }
  store::Statement rows = reader.rows(command.sql);
  print_rows(rows, format);
  return kOk;
}

}  // namespace

void add_query(CLI::App& app, Action& chosen) {
  const auto [line, command] =
      add_command(app, chosen, "query", "read the database by SQL or by the name of a view", query);
  line.add_option("database", command.database, "results database")->required();
  line.add_option("sql", command.sql,
                  "SQL, or a view or table (left out: their names), of which a table for people "
                  "(--format table, md, latex) leaves out columns that are empty in every row");
  line.add_option("--study", command.study,
                  "of a view with a column \"study\": the rows of this study, and the columns that "
                  "have values there");
  add_format(line, command.format);
}

}  // namespace skald
