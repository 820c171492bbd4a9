// The number of rows of each label that each client holds.
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <string>
#include <vector>

#include "problem/federated_table.hpp"
#include "skald/random.hpp"

namespace skald::problem {

// counts(c, y): training rows of client c with label y. If the target is not a class, there is one
// column: the clients' sizes.
using LabelHistogram = Eigen::Matrix<std::int64_t, Eigen::Dynamic, Eigen::Dynamic>;

LabelHistogram label_histogram(const FederatedTable& table);

// Returns the number of test rows of every client; empty if test rows belong to no client.
std::vector<std::int64_t> test_sizes(const FederatedTable& table);

// Runs of more clients keep no histogram: it would be tens of megabytes each.
inline constexpr Index kMostListedClients = 100'000;

// Returns {"clients": N, "labels": C, "counts": [[...], ...]}, with one list per client; "labels"
// is 0 if the target is not a class. Names of the clients follow as "names": [...] if there are
// any.
std::string to_json(const LabelHistogram& histogram, Index classes,
                    const std::vector<std::string>& names = {});

// Test rows for clients, where the partition divides the training rows alone.

// Returns the client of every test row: those of each label, in random order, are dealt in
// proportion to the clients' training rows of that label, so that every client is tested on labels
// as frequent as its own; -1 for a label that no client has. Draws from the streams (partition,
// label) at that iteration. Empty if the data have no classes.
std::vector<std::int32_t> tests_by_label(const FederatedTable& table, const Random& random,
                                         std::int64_t iteration);

}  // namespace skald::problem
