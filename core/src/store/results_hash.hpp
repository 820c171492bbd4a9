// One hash for everything that was computed, whatever the order and place in which it was.
#pragma once

#include <string>

#include "store/sqlite.hpp"

namespace skald::store {

// SHA-256 over the runs in the order of (cell hash, replicate): run hash, status, and for each
// metric in the order of their names the summary and all points, then the ledger and, where there
// are any, the vector series. Equal for sweeps that computed the same bits with any number of
// workers, interruptions or merges; times, hosts, messages, artifacts and studies do not enter.
// Reads one consistent state; not to be called in a transaction.
std::string results_hash(Connection& connection);

}  // namespace skald::store
