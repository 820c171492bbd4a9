// Seals of many runs, examined in the order in which SQLite stores their rows.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "store/sqlite.hpp"

namespace skald::store {

// Returns the runs, by row id, among all or among those of the cells that a study declares, whose
// seal over values (see RunSeals) was not confirmed. The digest is the one that RunSeals computes,
// over the same bytes; only the way to them differs: each table is read once from its beginning to
// its end, where RunSeals looks up the rows of each run. A run that is not confirmed is not
// thereby damaged: RunSeals decides. Where SQLite cannot read on, the rest is not confirmed.
std::vector<std::int64_t> unconfirmed_runs(const Connection& connection,
                                           std::optional<std::int64_t> study);

}  // namespace skald::store
