// The privacy loss of randomised response, and of mechanisms that it dominates.
#pragma once

#include <cstdint>

#include "privacy/guarantee.hpp"
#include "privacy/pld/sampled_loss.hpp"

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

// The privacy loss of Poisson samples that are cut to a largest size.

/// Every one of `units` units is in a sample with probability `rate`; of a sample of more than
/// `most`, a uniform subset of that size is left. Gaussian noise of `noise_multiplier` clips.
struct TruncatedSample {
  double noise_multiplier;   // in (0, inf)
  double rate;               // in (0, 1)
  std::int64_t units, most;  // 1 or more. Units: under add_remove, with the unit, at most so many;
                             // under replace_one, where everybody knows their number, so many
  Relation relation;
};

/// A pair that dominates one release (README.md): that of Poisson samples where the other units'
/// sample is smaller than `most`, otherwise that of one unit in the place of another. Throws
/// std::invalid_argument for numbers out of range.
LossLaw truncated_law(const TruncatedSample& sample, double reach);

// The privacy loss of draws from an exact posterior.

/// Independent draws from a law with density proportional to exp(-U / T), where exchanging the unit
/// changes the log density, but for its normaliser, by something within an interval of length
/// `range`: the exponential mechanism, of bounded range (Dong, Durfee, Rogers 2020).
struct PosteriorDraws {
  double range;            // in (0, inf)
  std::int64_t count = 1;  // of all chains together
};

/// That range for one unit whose log-likelihood lies in an interval of length `spread` wherever the
/// prior has mass: 2 spread / T if it is replaced, spread / T if it is absent instead. It is also
/// the eps of one draw at delta = 0 (Wang, Fienberg, Smola 2015; Dimitrakakis et al. 2017).
double posterior_range(double spread, double temp, Relation relation);

/// The pair of laws that dominates one draw, of which nothing but the range is known: its delta at
/// `epsilon`, in [0, range], is (1 - exp((epsilon - range) / 2))^2 / (1 - exp(-range)), attained
/// for every epsilon. Symmetric.
LossLaw posterior_law(double range);

/// A bound on the Renyi divergence of one draw: min(order range^2 / 8, range).
UpperBound posterior_rdp(double order, double range);

/// Throws std::invalid_argument unless the range is above 0 and finite.
void check(const PosteriorDraws& draws);

}  // namespace skald::privacy
