// The number of rows of each label that each client holds.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <string>
#include <vector>

#include "problem/federated_table.hpp"

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

}  // namespace skald::problem
