// The accountant of privacy loss distributions: numerical composition with certified two-sided
// bounds.
#pragma once

#include "privacy/pld/fourier.hpp"
#include "privacy/pld/release_losses.hpp"

namespace skald::privacy {

struct PldOptions {
  double interval = 0;           // loss grid; 0: chosen from relative_error
  double relative_error = 2e-5;  // of epsilon, aimed at (not promised) by the automatic interval
  bool bracket = true;           // also compute the lower bound
};

/// The true value lies in [low, high]: discretisation, truncation, aliasing and rounding are all
/// counted. Where the releases are unsampled, both come from the closed form. `interval` is 0
/// there.
struct PldBound {
  double low, high;
  double interval;
};

/// Bounds on the smallest epsilon at `delta`. For releases whose single losses exceed 600 (noise
/// multipliers below about 0.03) the upper bound ignores the sampling and the lower bound is 0.
PldBound pld_epsilon(const CondensedReleases& condensed, double delta, const PldOptions& options,
                     Fourier& fourier);

/// Bounds on the smallest delta at `epsilon`.
PldBound pld_delta(const CondensedReleases& condensed, double epsilon, const PldOptions& options,
                   Fourier& fourier);

}  // namespace skald::privacy
