// Rank plots: Vehtari, Gelman, Simpson, Carpenter and Bürkner (2021), section 4.4. If all chains
// have the same law, the ranks of each chain's draws among those of all chains are uniform.
#pragma once

#include <Eigen/Core>

namespace skald::report {

// Returns how many draws of each chain (row) have their rank among all draws in each of `bins` bins
// of equal width (column). Equal draws share the mean of their ranks. `draws` is draws x chains and
// finite.
Eigen::MatrixXi rank_counts(const Eigen::MatrixXd& draws, int bins);

// Returns the standard deviation of such a count if the draws were independent: hypergeometric.
double independent_count_sd(Eigen::Index draws_per_chain, Eigen::Index chains, int bins);

}  // namespace skald::report
