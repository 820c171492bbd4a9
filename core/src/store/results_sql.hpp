// The text of schemas/results.sql, compiled in at build time.
#pragma once

#include <string_view>

namespace skald {

std::string_view results_sql();

}  // namespace skald
