// Spending a budget whose parts depend on what earlier parts have shown.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "privacy/guarantee.hpp"

namespace skald::privacy {

/// Parameters (noise, rates, how many rounds) that are chosen from outcomes are covered neither by
/// the accountants of fixed sequences nor by their epsilon so far. A filter admits a mechanism only
/// while the whole stays within a budget that was fixed beforehand, whatever is asked; proofs in
/// README.md.

/// The largest divergence at `order` that implies the budget (0 if none does).
double renyi_capacity(Budget budget, double order);

/// The mu of Gaussian DP that implies the budget.
double gaussian_capacity(Budget budget);

/// What a filter has admitted so far, in a currency that adds up: a Renyi divergence at one order
/// that was fixed beforehand (Feldman, Zrnic 2021; of rho-zCDP, Whitehouse et al. 2023), or mu
/// squared for Gaussian mechanisms (Smith, Thakurta 2022; Koskela, Tobaben, Honkela 2023).
class PrivacyFilter {
 public:
  explicit PrivacyFilter(double capacity) : capacity_(capacity) {}

  /// Admits as many of `count` mechanisms of that cost each, chosen from all earlier outcomes, as
  /// fit; returns how many. Once it has refused one, it admits none: its user has stopped.
  std::int64_t admit(double cost, std::int64_t count);

  double capacity() const { return capacity_; }
  double spent() const { return spent_; }
  bool stopped() const { return stopped_; }

 private:
  double capacity_, spent_ = 0;
  bool stopped_ = false;
};

/// The order at which most mechanisms of those divergences fit into the budget; 0 if none does at
/// any order. What is known before the first outcome may choose it.
double filter_order(std::span<const double> orders, std::span<const UpperBound> divergences,
                    Budget budget);

/// An odometer: an epsilon that the privacy loss never exceeds, at no time, but with probability
/// `delta`, where `divergences` (at `orders`) are those of everything so far. What comes next, and
/// when to stop, may depend on it. By the method of mixtures over all orders with equal weights
/// (Ville's inequality; Lecuyer 2021 and Whitehouse et al. 2023 for one order).
double odometer_epsilon(std::span<const double> orders, std::span<const UpperBound> divergences,
                        double delta);

// The best of a random number of candidates, say of hyper-parameters tuned on private data.

/// How many times a mechanism is run, by a secret coin, before the best outcome alone is released.
struct Repetitions {
  /// What law the number has: truncated negative binomial of `shape` (1: geometric, 0: logarithmic)
  /// or, with an infinite shape, Poisson, where it may be 0.
  double shape;  // above -1
  double mean;   // 1 or more; Poisson: above 0
};

/// Throws std::invalid_argument for numbers out of range.
void check(const Repetitions& repetitions);

/// Divergences, at `orders`, of the whole, where `once` are those of one run (Papernot, Steinke
/// 2022, Theorems 2 and 6).
UpperBounds selection_rdp(const Repetitions& repetitions, std::span<const double> orders,
                          const UpperBounds& once);

}  // namespace skald::privacy
