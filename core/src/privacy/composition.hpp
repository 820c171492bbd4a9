// Composition of (epsilon, delta) statements about which nothing else is known.
#pragma once

#include <cstdint>

#include "privacy/budget.hpp"

namespace skald::privacy {

/// k releases, each `step`: (k epsilon, k delta).
Budget basic_composition(Budget step, std::int64_t k);

/// Dwork, Rothblum, Vadhan 2010, Theorem III.3: epsilon sqrt(2 k ln(1/slack)) + k epsilon
/// (e^epsilon - 1) at delta k delta + slack; never worse than basic composition.
Budget advanced_composition(Budget step, std::int64_t k, double slack);

/// Kairouz, Oh, Viswanath 2015, Theorem 3.4 (closed form): delta is 1 - (1 - delta)^k (1 - slack).
Budget closed_form_composition(Budget step, std::int64_t k, double slack);

/// Kairouz, Oh, Viswanath 2015, Theorem 3.3: the smallest epsilon of k releases, each `step`, at
/// `delta`; infinity where delta is below 1 - (1 - step.delta)^k.
double optimal_composition(Budget step, std::int64_t k, double delta);

}  // namespace skald::privacy
