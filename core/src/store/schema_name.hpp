// SQL texts that are for the database of a connection and for attached ones.
#pragma once

#include <string>
#include <string_view>

namespace skald::store {

// The text with the name of an attached database ("main", "other") for every "$".
inline std::string with_schema(std::string sql, std::string_view schema) {
  for (std::size_t at = 0; (at = sql.find('$', at)) != std::string::npos;) {
    sql.replace(at, 1, schema);
  }
  return sql;
}

}  // namespace skald::store
