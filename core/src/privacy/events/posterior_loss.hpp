// The privacy loss of draws from an exact posterior.
#pragma once

#include <cstdint>

#include "privacy/pld/sampled_loss.hpp"
#include "privacy/relation.hpp"
#include "privacy/upper_bound.hpp"

namespace skald::privacy {

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
