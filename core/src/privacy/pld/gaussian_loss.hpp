// Privacy loss of one Gaussian release, sampled or not.
#pragma once

#include <cstdint>

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

/// P = (1-q) N(0, z^2) + q N(1, z^2), Q = N(0, z^2): Poisson sampling, one unit removed. The
/// reversed law is that of one unit added.
LossLaw poisson_law(const SampledGaussian& step);

/// P, Q = (1-q) N(0, z^2) + q N(+-1, z^2): Poisson sampling, one unit replaced. Symmetric.
LossLaw poisson_replace_one_law(const SampledGaussian& step);

/// Fixed-size sampling without replacement, one unit replaced; the pair is derived in README.md.
/// Symmetric.
LossLaw fixed_size_law(const SampledGaussian& step);

/// P = (1-q) N(0, z^2) + q N(2, z^2), Q = (1-q) N(0, z^2) + q N(1, z^2): fixed-size sampling
/// without replacement, one unit zeroed out among others that contribute the opposite of it. Some
/// data sets have this pair; it is not shown to dominate.
LossLaw zeroed_law(const SampledGaussian& step);

/// N(mu, 1) against N(0, 1): any number of unsampled releases together. Symmetric.
LossLaw gaussian_law(double mu, double reach);

// Privacy loss of one unsampled release under noise that is not Gaussian. All laws are symmetric.

/// Lap(0, 1) against Lap(distance, 1): noise of scale 1 on every coordinate of messages whose L1
/// distance is at most `distance` > 0, of any dimension (README.md).
LossLaw laplace_law(double distance);

/// The law on whole numbers with mass proportional to exp(-|x| / scale) (Ghosh, Roughgarden,
/// Sundararajan 2009) around 0 against the one around `distance` >= 1.
LossLaw discrete_laplace_law(double scale, std::int64_t distance);

/// The discrete Gaussian law of parameter `sigma` (Canonne, Kamath, Steinke 2020) around 0 against
/// the one around `distance` >= 1. Outcomes beyond `reach` times sigma may be left out.
LossLaw discrete_gaussian_law(double sigma, std::int64_t distance, double reach);

}  // namespace skald::privacy
