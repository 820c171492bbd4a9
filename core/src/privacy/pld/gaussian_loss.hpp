// Privacy loss of one Gaussian release, sampled or not, as bins.
#pragma once

#include <algorithm>

#include "privacy/pld/loss_bins.hpp"

namespace skald::privacy {

/// A sampled Gaussian release, whose loss is counted in bins. `reach`: outcomes beyond that many
/// standard deviations of every component count as infinite loss; noise_multiplier and rate are in
/// (0, inf) and (0, 1).
struct SampledGaussian {
  double noise_multiplier;
  double rate;
  double reach;
};

/// Range of losses worth counting.
struct LossRange {
  double low, high;
};

/// A range that holds atoms at both losses +-`end`, as far as rounding lets them be known.
inline LossRange around_atoms(double end) {
  const double high = std::max(end + std::min(1e-11, 1e-6 * end), 1e-12);
  return {-high, high};
}

/// P = (1-q) N(0, z^2) + q N(1, z^2), Q = N(0, z^2): Poisson sampling, one unit removed. The
/// reversed bins are those of one unit added.
LossTailFunction poisson_tails(const SampledGaussian& step);
LossRange poisson_range(const SampledGaussian& step);

/// P, Q = (1-q) N(0, z^2) + q N(+-1, z^2): Poisson sampling, one unit replaced. Symmetric.
LossTailFunction poisson_replace_one_tails(const SampledGaussian& step);
LossRange poisson_replace_one_range(const SampledGaussian& step);

/// Fixed-size sampling without replacement, one unit replaced; the pair is derived in README.md.
/// Symmetric.
LossTailFunction fixed_size_tails(const SampledGaussian& step);
LossRange fixed_size_range(const SampledGaussian& step);

/// N(mu, 1) against N(0, 1): any number of unsampled releases together. Symmetric.
LossTailFunction gaussian_tails(double mu);
LossRange gaussian_range(double mu, double reach);

}  // namespace skald::privacy
