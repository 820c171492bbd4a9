#include "record/costs.hpp"

#include <algorithm>

namespace skald::record {

bool is_cost(std::string_view name) {
  return std::any_of(kCosts.begin(), kCosts.end(), [&](const Cost& c) { return c.name == name; });
}

bool is_cost_along(std::string_view name) {
  return std::any_of(kCostsAlong.begin(), kCostsAlong.end(),
                     [&](const Cost& c) { return c.name == name; });
}

Costs counted(const Ledger& ledger, double chains) {
  Costs costs;
  for (const Cost& cost : kCosts) {
    if (const auto* whole = std::get_if<std::int64_t Ledger::*>(&cost.counter)) {
      costs.*cost.value = static_cast<double>(ledger.**whole) / chains;
    } else if (const auto* real = std::get_if<double Ledger::*>(&cost.counter)) {
      costs.*cost.value = ledger.**real / chains;
    }
  }
  return costs;
}

}  // namespace skald::record
