// Total privacy loss of a ledger of releases, and the noise that keeps it within a budget.
#pragma once

#include <span>
#include <vector>

#include "privacy/budget.hpp"
#include "privacy/guarantee.hpp"
#include "privacy/pld.hpp"
#include "privacy/release.hpp"

namespace skald::privacy {

struct AccountantOptions {
  Scope scope = {};
  std::vector<double> orders = {};  // rdp: orders above 1, increasing; empty: default_orders()
  PldOptions pld = {};
};

/// Smallest epsilon the accountant can certify for all releases together at `delta`. Infinite where
/// there is none. Throws std::invalid_argument for releases that check() or the accountant refuses.
Guarantee epsilon(std::span<const Release> releases, double delta, Accountant accountant,
                  const AccountantOptions& options = {});

/// Smallest delta the accountant can certify for all releases together at `epsilon`.
Guarantee delta(std::span<const Release> releases, double epsilon, Accountant accountant,
                const AccountantOptions& options = {});

/// The smallest factor f (to 1e-7, rounded up) such that the plan with every noise_multiplier times
/// f satisfies the budget; the answer has been accounted again and never exceeds it. 0 where no
/// noise is needed, infinity where no finite noise suffices. With unit multipliers f is the noise
/// multiplier.
double noise_multiplier(std::span<const Release> plan, Budget budget, Accountant accountant,
                        const AccountantOptions& options = {});

}  // namespace skald::privacy
