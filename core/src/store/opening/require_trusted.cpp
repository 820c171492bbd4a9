#include "store/opening/require_trusted.hpp"

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "store/cluster/submissions.hpp"
#include "store/damage.hpp"
#include "store/results_sql.hpp"
#include "store/schema_objects.hpp"
#include "text/file_word.hpp"
#include "text/printable.hpp"

namespace skald::store {
namespace {

using SchemaColumn = std::pair<std::string, std::string>;  // table, column

// Returns the columns of the schema that hold hashes: `hash`, and `run` where it is a text.
const std::vector<SchemaColumn>& hash_columns() {
  static const std::vector<SchemaColumn> columns = [] {
    Connection model(":memory:", Access::create, std::chrono::milliseconds(0));
    model.execute(std::string(results_sql()));
    Statement rows = model.prepare(
        "SELECT s.name, c.name FROM sqlite_schema AS s, pragma_table_info(s.name) AS c"
        " WHERE s.type = 'table' AND c.type = 'TEXT' AND c.name IN ('hash', 'run')");
    std::vector<SchemaColumn> found;
    while (rows.step()) found.emplace_back(rows.text(0), rows.text(1));
    return found;
  }();
  return columns;
}

void require_hashes(const Connection& connection) {
  for (const auto& [table, column] : hash_columns()) {
    Statement rows = connection.prepare("SELECT " + column + " FROM " + table);
    while (rows.step()) {
      if (rows.type(0) == ValueType::text && text::FileWord::is_one(rows.text(0))) continue;
      throw DamagedError(connection.file().string() + ": " + table + "." + column + " holds \"" +
                         text::printable_line(std::string(rows.text(0).substr(0, 80))) +
                         "\", expected a hash; the file was not made by Skald, or was changed");
    }
  }
}

}  // namespace

void require_trusted(const Connection& connection) {
  require_own_objects(connection);
  require_hashes(connection);
  submissions(connection);
}

}  // namespace skald::store
