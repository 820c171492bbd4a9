// The SQL texts of schemas/, compiled in at build time.
#pragma once

#include <string_view>

namespace skald {

// schemas/results.sql: everything of a new file.
std::string_view results_sql();

// schemas/migrations/2.sql: from version 1 to 2.
std::string_view migration_2_sql();

// schemas/migrations/3.sql: from version 2 to 3.
std::string_view migration_3_sql();

// schemas/migrations/4.sql: from version 3 to 4.
std::string_view migration_4_sql();

}  // namespace skald
