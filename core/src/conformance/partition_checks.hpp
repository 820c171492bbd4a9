// Whether a partition keeps the promises of partition.hpp.
#pragma once

#include <functional>
#include <memory>

#include "conformance/finding.hpp"
#include "skald/partition.hpp"

namespace skald::conformance {

using MakePartition = std::function<std::shared_ptr<Partition>()>;

// Checks, on the first of the kit's tables that the partition accepts, that every training row goes
// to one client, that every client has a row, and that the same stream gives the same answer.
// Verdict::not_checked if it accepts none.
std::vector<Finding> check_partition(const MakePartition& make);

}  // namespace skald::conformance
