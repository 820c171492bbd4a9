// What a run has cost.
#pragma once

#include <string_view>

#include "skald/ledger.hpp"
#include "skald/parts/metrics/cost_table.hpp"

namespace skald::record {

bool is_cost(std::string_view name);

// What the ledger has counted, divided by the chains; what it does not count stays 0.
Costs counted(const Ledger& ledger, double chains);

}  // namespace skald::record
