// One hash of all computed results, independent of the order and place of computation.
#pragma once

#include <string>

#include "store/sqlite.hpp"

namespace skald::store {

// Returns a SHA-256 over the runs in the order of (cell hash, replicate): run hash, status, for
// each metric in the order of names the summary and all points, then the ledger and any vector
// series. It is equal for sweeps that computed the same bits with any number of workers,
// interruptions or merges; times, hosts, messages, artifacts and studies do not enter. Reads one
// consistent state of the file; must not be called inside a transaction.
std::string results_hash(Connection& connection);

}  // namespace skald::store
