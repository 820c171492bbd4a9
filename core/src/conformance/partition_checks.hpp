// Whether a partition is what partition.hpp says of partitions.
#pragma once

#include <functional>
#include <memory>

#include "conformance/finding.hpp"
#include "skald/partition.hpp"

namespace skald {

using MakePartition = std::function<std::shared_ptr<Partition>()>;

// On the first of the kit's tables that it accepts: every training row to one client, no client
// without rows, the same answer for the same stream.
std::vector<Finding> check_partition(const MakePartition& make);

}  // namespace skald
