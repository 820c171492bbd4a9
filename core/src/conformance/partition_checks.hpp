// Whether a partition keeps the promises of partition.hpp.
#pragma once

#include <functional>
#include <memory>

#include "conformance/finding.hpp"
#include "skald/partition.hpp"

namespace skald::conformance {

using MakePartition = std::function<std::shared_ptr<Partition>()>;

// Checks, on the first of the kit's tables that it accepts, that every training row goes to one
// client, that no client is without rows, and that the same stream gives the same answer.
std::vector<Finding> check_partition(const MakePartition& make);

}  // namespace skald::conformance
