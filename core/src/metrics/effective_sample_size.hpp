// How many independent draws a sample is worth. `draws` is draws x chains of one scalar quantity.
#pragma once

#include <Eigen/Core>

namespace skald {

using Draws = Eigen::Ref<const Eigen::MatrixXd>;

// Number of draws divided by 1 + 2 sum_k rho_k, the sum truncated by Geyer's initial monotone
// sequence (Geyer 1992, section 3.3). Autocorrelations are of all chains together, so that chains
// which disagree have few effective draws (Vehtari et al. 2021, eqs 10 to 12); at most
// n log10(n) for n draws in all, as there. NaN when all draws are equal. Time
// O(draws x correlation length). Throws std::invalid_argument with fewer than 4 draws or no chain.
double autocorrelation_ess(const Draws& draws);

// The same from `batches` consecutive batches of equal length per chain, left-over draws dropped:
// n Var(draws) / (length Var(batch means)), variances over all chains. Throws
// std::invalid_argument unless 2 <= batches <= draws.
double batch_means_ess(const Draws& draws, Eigen::Index batches);

// Monte Carlo standard error of the mean of all draws: sd / sqrt(autocorrelation_ess).
double monte_carlo_error(const Draws& draws);

}  // namespace skald
