// Removes the runs that no grid means any more.
#pragma once

#include <string>
#include <vector>

#include "store/sqlite.hpp"

namespace skald::store {

// Removes every run that is not current (see current_runs in schemas/results.sql) with all that
// belongs to it, then the cells, axes and environments that nothing names any more, in one
// transaction. Returns the hashes of the runs that went. Throws DamagedError, with nothing removed,
// if the seal of one of them does not hold.
std::vector<std::string> prune_database(Connection& connection);

}  // namespace skald::store
