// Tells of runs without a result.
#pragma once

#include <string>

namespace skald {

// Returns whether the database has runs without a result; if so, says on stderr how to list them.
bool tell_failures(const std::string& database);

}  // namespace skald
