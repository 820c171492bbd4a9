// skald query DATABASE SQL: prints a view, a table or the result of a reading statement.
#include "commands/command.hpp"
#include "commands/common_options.hpp"
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

int query(const QueryCommand& command) {
  const store::StoreReader reader = open_reader(command.database);
  if (command.sql.empty()) {
    for (const std::string& name : reader.views_and_tables()) print_out("{}\n", name);
    return kOk;
  }
  store::Statement rows = reader.rows(command.sql);
  print_rows(rows, report::table_format(command.format));
  return kOk;
}

}  // namespace

void add_query(CLI::App& app, Action& chosen) {
  const auto [line, command] =
      add_command(app, chosen, "query", "read the database by SQL or by the name of a view", query);
  line.add_option("database", command.database, "results database")->required();
  line.add_option("sql", command.sql, "SQL, or a view or table (left out: their names)");
  add_format(line, command.format);
}

}  // namespace skald
