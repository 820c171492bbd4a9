// Total privacy loss of releases, and the noise that keeps it within a budget.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "privacy/guarantee.hpp"
#include "privacy/noisy_release.hpp"
#include "privacy/pld/pld.hpp"

namespace skald::privacy {

struct AccountingOptions {
  Scope scope = {};
  std::vector<double> orders = {};  // rdp: orders above 1, increasing; empty: default_orders()
  PldOptions pld = {};
};

/// What the accountants rdp and pld read of anything that is composed.
struct ComposedLosses {
  std::function<UpperBounds(std::span<const double> orders)> divergences;
  std::function<CondensedReleases()> laws;
  double pure;  // an epsilon that holds at delta 0, in [0, inf]
};

/// Complete a guarantee of rdp or pld: its epsilon at its delta, its delta at its epsilon.
void certify_epsilon(Guarantee& guarantee, const ComposedLosses& losses,
                     const AccountingOptions& options, Fourier& fourier);
void certify_delta(Guarantee& guarantee, const ComposedLosses& losses,
                   const AccountingOptions& options);

/// Smallest epsilon the accountant can certify for all releases together at `delta`. Infinite where
/// it can certify none; by rdp and pld at most the sum of pure epsilons, where there is one.
/// Throws std::invalid_argument for releases that check() or the accountant
/// refuses.
Guarantee epsilon(std::span<const NoisyRelease> releases, double delta, Accounting accounting,
                  const AccountingOptions& options = {});

/// Smallest delta the accountant can certify for all releases together at `epsilon`.
Guarantee delta(std::span<const NoisyRelease> releases, double epsilon, Accounting accounting,
                const AccountingOptions& options = {});

/// The smallest factor f (to 1e-7, rounded up) such that the plan with every noise_multiplier times
/// f satisfies the budget: epsilon() of that plan, with these options, is within it. 0 where no
/// noise is needed, infinity where no finite noise suffices. With unit multipliers f is the noise
/// multiplier. Throws as epsilon() does, and std::invalid_argument if an epsilon above 0 is asked
/// for that is beyond the orders of rdp.
double noise_multiplier(std::span<const NoisyRelease> plan, Budget budget, Accounting accounting,
                        const AccountingOptions& options = {});

}  // namespace skald::privacy
