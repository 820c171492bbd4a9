// Renyi differential privacy of releases: divergences at given orders.
#pragma once

#include <span>
#include <vector>

#include "privacy/guarantee.hpp"
#include "privacy/noisy_release.hpp"

namespace skald::privacy {

/// Orders used unless the caller names others: dense in (1, 2), step 0.1 to 11, integers to 63,
/// then powers of two, with steps between them, up to 1024.
const std::vector<double>& default_orders();

/// order / (2 sigma^2); sigma is the standard deviation over the distance between neighbours.
UpperBound gaussian_rdp(double order, double sigma);

/// Poisson-subsampled Gaussian under add_remove, both directions (Mironov, Talwar, Zhang 2019):
/// exact binomial sum for integer orders, quadrature for the others (for sigma < 0.1 the convex
/// upper bound between integer orders, which also counts where it would take too many nodes).
/// order > 1.
UpperBound poisson_gaussian_rdp(double order, double sigma, double rate);

/// Poisson-subsampled Gaussian under replace_one: divergence between the mixtures
/// (1-q) N(0, z^2) + q N(+1, z^2) and (1-q) N(0, z^2) + q N(-1, z^2) (Koskela, Jaelkoe, Honkela
/// 2020), by quadrature; `noise_multiplier` is relative to the clip.
UpperBound poisson_replace_one_rdp(double order, double noise_multiplier, double rate);

/// Gaussian of a fixed-size sample without replacement under replace_one: the upper bound of Wang,
/// Balle, Kasiviswanathan 2019, Theorem 27, at every order; sigma as in gaussian_rdp.
UpperBounds fixed_size_gaussian_rdp(std::span<const double> orders, double sigma, double rate);

/// Laplace noise of `scale` over the L1 distance between neighbours, in any dimension (Mironov
/// 2017, Proposition 6; README.md).
UpperBound laplace_rdp(double order, double scale);

/// Discrete Laplace noise of `scale` on whole numbers that differ by `distance`, 1 or more.
UpperBound discrete_laplace_rdp(double order, double scale, double distance);

/// False for rounds with own coins, draws with replacement and samples under (discrete)
/// Laplace noise, for which no useful Renyi bound is known, and for balls in bins, for which none
/// is computed.
bool has_renyi_bound(const NoisyRelease& release);
bool have_renyi_bounds(std::span<const NoisyRelease> releases);  // all of them

/// Divergence of all releases together at every order (they add). A discrete Gaussian has the
/// moments of the Gaussian at integer orders; between them the cumulant is interpolated. Throws
/// std::invalid_argument for releases without a Renyi bound.
UpperBounds rdp(std::span<const NoisyRelease> releases, std::span<const double> orders);

}  // namespace skald::privacy
