#include "commands/parts/tell_failures.hpp"

#include "database/open_database.hpp"
#include "system/program.hpp"
#include "system/standard_streams.hpp"

namespace skald {

bool tell_failures(const std::string& database) {
  if (open_reader(database).query("SELECT 1 FROM failures LIMIT 1").rows.empty()) return false;
  print_error("some runs have no result: skald query {} failures\n", shell_word(database));
  return true;
}

}  // namespace skald
