// Examines the seals of many runs in the order in which SQLite stores their rows.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "store/sqlite.hpp"

namespace skald::store {

// Returns the row ids of the runs whose seal over values (see RunSeals) could not be confirmed,
// among all runs or those of the cells that a study declares. The digest is the one that RunSeals
// computes, over the same bytes, but each table is read once from beginning to end, whereas
// RunSeals looks up the rows of each run. A run that is not confirmed is not necessarily damaged:
// RunSeals decides that. If SQLite cannot continue reading, the remaining runs are not confirmed.
std::vector<std::int64_t> unconfirmed_runs(const Connection& connection,
                                           std::optional<std::int64_t> study);

}  // namespace skald::store
