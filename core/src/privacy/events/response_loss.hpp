// The privacy loss of randomised response, and of mechanisms that it dominates.
#pragma once

#include <cstdint>

#include "privacy/budget.hpp"
#include "privacy/pld/sampled_loss.hpp"
#include "privacy/upper_bound.hpp"

namespace skald::privacy {

/// The pair that dominates every pair of laws which is (epsilon, delta)-close both ways: with
/// probability delta the data are seen, otherwise randomised response with that epsilon is
/// (Kairouz, Oh, Viswanath 2015, Theorem 3.1). Symmetric. epsilon is finite.
LossLaw response_law(Budget budget);

/// Randomised response over `values` values, 2 or more, told two of them apart. Symmetric. Throws
/// std::invalid_argument for fewer, or unless epsilon is finite and at least 0.
LossLaw choice_law(double epsilon, std::int64_t values);

/// Renyi divergence of the dominating pair; infinite if delta > 0.
UpperBound response_rdp(double order, Budget budget);

}  // namespace skald::privacy
