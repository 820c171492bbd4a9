// Test rows for clients, where the partition divides the training rows alone.
#pragma once

#include <cstdint>
#include <vector>

#include "problem/federated_table.hpp"
#include "skald/random.hpp"

namespace skald::problem {

// Returns the client of every test row: those of each label, in random order, are dealt in
// proportion to the clients' training rows of that label, so that every client is tested on labels
// as frequent as its own; -1 for a label that no client has. Draws from the streams (partition,
// label) at that iteration. Empty if the data have no classes.
std::vector<std::int32_t> tests_by_label(const FederatedTable& table, const Random& random,
                                         std::int64_t iteration);

}  // namespace skald::problem
