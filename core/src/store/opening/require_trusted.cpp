#include "store/opening/require_trusted.hpp"

#include <string>
#include <utility>

#include "store/cluster/submissions.hpp"
#include "store/columns.hpp"
#include "store/constant_tables.hpp"
#include "store/damage.hpp"
#include "store/schema_objects.hpp"
#include "text/bounded.hpp"
#include "text/file_word.hpp"
#include "text/printable.hpp"

namespace skald::store {
namespace {

// Examines the columns that hold hashes: `hash`, and `run` where it is a text.
void require_hashes(const Connection& connection) {
  for (const auto& [table, column, type] : schema_columns()) {
    if (type != "TEXT" || (column != "hash" && column != "run")) continue;
    Statement rows = connection.prepare("SELECT " + column + " FROM " + table);
    while (rows.step()) {
      if (rows.type(0) == ValueType::text && text::FileWord::is_one(rows.text(0))) continue;
      throw DamagedError(connection.file().string() + ": " + table + "." + column + " holds \"" +
                         text::printable_line(std::string(rows.text(0).substr(0, 80))) +
                         "\", expected a hash; the file was not made by Skald, or was changed");
    }
  }
}

// Examines the names that messages, tables and figures show.
void require_names(const Connection& connection) {
  for (const auto& [table, column] :
       {std::pair{"studies", "name"}, {"axis_names", "path"}, {"metrics", "name"}}) {
    Statement rows = connection.prepare(std::string("SELECT ") + column + " FROM " + table);
    while (rows.step()) {
      const std::string fault = text::name_fault(rows.text(0));
      if (fault.empty()) continue;
      throw DamagedError(connection.file().string() + ": " + table + "." + column +
                         " holds a name " + fault +
                         "; the file was not made by Skald, or was changed");
    }
  }
}

}  // namespace

void require_trusted(const Connection& connection) {
  require_own_objects(connection);
  require_constant_tables(connection);
  require_hashes(connection);
  require_names(connection);
  submissions(connection);
}

}  // namespace skald::store
