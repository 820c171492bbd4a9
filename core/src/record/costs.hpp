// The costs of a run.
#pragma once

#include <string_view>

#include "skald/ledger.hpp"
#include "skald/parts/metrics/cost_table.hpp"

namespace skald::record {

bool is_cost(std::string_view name);

// Returns the ledger's counts divided by the number of chains; costs that the ledger does not count
// are 0.
Costs counted(const Ledger& ledger, double chains);

}  // namespace skald::record
