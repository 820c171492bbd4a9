// What the values of a metric are of, by its name and needs.
#pragma once

#include <algorithm>
#include <string_view>

#include "skald/metric_info.hpp"
#include "skald/parts/metrics/cost_table.hpp"

namespace skald {

// Whether a metric with these needs is of the exact law of the chain, and averages no draws.
constexpr bool is_exact(Need needs) {
  return holds(needs, Need::exact_law) && holds(Need::exact_law | Need::target, needs);
}

// Whether a metric is an average over draws, in runs that take such averages: neither exact nor a
// cost.
inline bool averages_draws(std::string_view name, bool is_exact) {
  return !is_exact && std::none_of(kCosts.begin(), kCosts.end(),
                                   [&](const Cost& cost) { return cost.name == name; });
}

}  // namespace skald
