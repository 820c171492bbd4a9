// skald query DATABASE SQL: prints a view, a table or the result of a reading statement.
#include <fmt/format.h>

#include <algorithm>

#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "database/filled_columns.hpp"
#include "database/open_reader.hpp"
#include "database/print_rows.hpp"
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
    const store::Transaction snapshot = reader.snapshot();
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
