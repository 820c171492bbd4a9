// SQL texts that serve both the main database of a connection and attached ones.
#pragma once

#include <string>
#include <string_view>

namespace skald::store {

// Returns the text with every "$" replaced by the name of a database ("main", "other").
inline std::string with_schema(std::string sql, std::string_view schema) {
  for (std::size_t at = 0; (at = sql.find('$', at)) != std::string::npos;) {
    sql.replace(at, 1, schema);
  }
  return sql;
}

}  // namespace skald::store
