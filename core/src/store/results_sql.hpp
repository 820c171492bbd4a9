// The SQL texts of schemas/, compiled in at build time.
#pragma once

#include <span>
#include <string_view>

namespace skald::store {

// schemas/results.sql: creates everything that a new file has.
std::string_view results_sql();

// schemas/migrations/: 2.sql, which leads from version 1 to 2, then 3.sql and so on.
std::span<const std::string_view> migrations_sql();

}  // namespace skald::store
