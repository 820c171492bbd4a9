// The costs of a run.
#pragma once

#include <array>
#include <string_view>

#include "skald/ledger.hpp"
#include "skald/parts/metrics/cost_table.hpp"

namespace skald::record {

bool is_cost(std::string_view name);

// The costs that are recorded along every run, whatever its grid names: all except eps_spent, which
// takes an accountant. They are stored as costs alone, never as series of a metric.
inline constexpr std::array kCostsAlong{kCosts[0], kCosts[1], kCosts[2],
                                        kCosts[3], kCosts[4], kCosts[6]};
static_assert(kCosts[5].name == "eps_spent");
bool is_cost_along(std::string_view name);

// Returns the ledger's counts divided by the number of chains; costs that the ledger does not count
// are 0.
Costs counted(const Ledger& ledger, double chains);

}  // namespace skald::record
