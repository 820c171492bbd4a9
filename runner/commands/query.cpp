// skald query DATABASE SQL: prints a view, a table or the result of a reading statement.
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
  std::string format = "table";
};

bool names_a_table(const store::StoreReader& reader, const std::string& sql) {
  const std::vector<std::string> names = reader.views_and_tables();
  return std::find(names.begin(), names.end(), sql) != names.end();
}

// Prints a whole view or table, for people without the columns that are empty throughout.
void print_table_named(const store::StoreReader& reader, const std::string& name,
                       report::TableFormat format) {
  const FilledColumns columns = filled_columns(reader, name);
  store::Statement rows = reader.rows(select_columns(columns.filled, name));
  print_rows(rows, format);
  if (columns.empty > 0) {
    print_error("{} empty columns are left out; --format csv and json have them\n", columns.empty);
  }
}

int query(const QueryCommand& command) {
  store::StoreReader reader = open_reader(command.database);
  reader.work_freely();  // the statement is the user's
  if (command.sql.empty()) {
    for (const std::string& name : reader.views_and_tables()) print_out("{}\n", name);
    return kOk;
  }
  const report::TableFormat format = report::table_format(command.format);
  if (!report::is_for_programs(format) && names_a_table(reader, command.sql)) {
    const store::Transaction snapshot = reader.snapshot();
    print_table_named(reader, command.sql, format);
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
  add_format(line, command.format);
}

}  // namespace skald
