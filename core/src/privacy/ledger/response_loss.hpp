// The privacy loss of a mechanism of which only (epsilon, delta) is known.
#pragma once

#include "privacy/budget.hpp"
#include "privacy/pld/sampled_loss.hpp"
#include "privacy/upper_bound.hpp"

namespace skald::privacy {

/// The pair that dominates every pair of laws which is (epsilon, delta)-close both ways: with
/// probability delta the data are seen, otherwise randomised response with that epsilon is
/// (Kairouz, Oh, Viswanath 2015, Theorem 3.1). Symmetric. epsilon is finite.
LossLaw response_law(Budget budget);

/// Renyi divergence of that pair; infinite if delta > 0.
UpperBound response_rdp(double order, Budget budget);

}  // namespace skald::privacy
