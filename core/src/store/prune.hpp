// Removes the runs that no grid refers to any more.
#pragma once

#include <string>
#include <vector>

#include "store/sqlite.hpp"

namespace skald::store {

// Removes every run that is not current (see current_runs in schemas/results.sql) with everything
// that belongs to it and the audits that the view `audits` leaves out, then the cells, axes and
// environments that nothing refers to any more, in one transaction. Returns the hashes of the
// removed runs. Throws DamagedError, and removes nothing, if the seal of one of them does not hold.
std::vector<std::string> prune_database(Connection& connection);

}  // namespace skald::store
