// skald query DATABASE SQL: a view, a table or a statement that reads.
#include <fmt/core.h>

#include "commands.hpp"
#include "exit_code.hpp"
#include "open_reader.hpp"
#include "store/format_table.hpp"

namespace skald {

int query(const QueryCommand& command) {
  const StoreReader reader = open_reader(command.database);
  if (command.sql.empty()) {
    for (const std::string& name : reader.views_and_tables()) fmt::print("{}\n", name);
    return kOk;
  }
  fmt::print("{}", format_table(reader.query(command.sql), table_format(command.format)));
  return kOk;
}

}  // namespace skald
