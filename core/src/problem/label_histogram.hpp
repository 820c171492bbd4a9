// How many rows of each label each client holds.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <string>
#include <vector>

#include "problem/federated_table.hpp"

namespace skald::problem {

// counts(c, y): training rows of client c with label y; one column, the sizes, where the target is
// not a class.
using LabelHistogram = Eigen::Matrix<std::int64_t, Eigen::Dynamic, Eigen::Dynamic>;

LabelHistogram label_histogram(const FederatedTable& table);

// Number of test rows of every client; empty where test rows belong to no client.
std::vector<std::int64_t> test_sizes(const FederatedTable& table);

// {"clients": N, "labels": C, "counts": [[...], ...]}, one list per client; "labels" is 0 where the
// target is not a class.
std::string to_json(const LabelHistogram& histogram, Index classes);

}  // namespace skald::problem
