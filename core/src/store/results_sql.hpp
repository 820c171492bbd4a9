// The SQL text of schemas/results.sql, compiled in at build time.
#pragma once

#include <string_view>

namespace skald::store {

// Creates everything that a new file has.
std::string_view results_sql();

}  // namespace skald::store
