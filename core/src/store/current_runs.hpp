// Which runs are current: those of another build of a plugin are marked, and runs that no grid
// refers to any more are removed.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "store/sqlite.hpp"

namespace skald::store {

// Removes every run that is not current (see current_runs in schemas/results.sql) with everything
// that belongs to it and the audits that the view `audits` leaves out, then the cells, axes and
// environments that nothing refers to any more, in one transaction. Returns the hashes of the
// removed runs. Throws DamagedError, and removes nothing, if the seal of one of them does not hold.
std::vector<std::string> prune_database(Connection& connection);

// See Store::supersede(). Runs whose mark changes are sealed again, except those whose seal did not
// hold before. Call it inside a transaction.
void supersede(Connection& connection, std::int64_t study, std::span<const std::string> hashes);

}  // namespace skald::store
