// Ranks of the parameter behind the data among draws from its posterior.
#pragma once

#include "skald/block.hpp"

namespace skald {

// For each coordinate, how many of L draws (d x L) lie below the parameter (d x 1); half of those
// that equal it. If draws are independent and exact and the parameter comes from the prior, the
// rank is uniform on 0, 1, ..., L (Cook, Gelman and Rubin 2006; Talts et al. 2018, theorem 1).
Eigen::VectorXd ranks(ConstBlock draws, ConstBlock parameter);

// The share of the interval [rank, rank + 1) that lies in the middle part, of size `level`, of
// [0, L + 1): 1 for a rank within the central credible interval, 0 for one outside, and a fraction
// for one at its end, so that the average over uniform ranks is `level` exactly, for every L.
double covered(double rank, Index draws, double level);

// The normal score Phi^-1((rank + 1/2) / (L + 1)) of a rank.
double rank_score(double rank, Index draws);

// The mean of its square over uniform ranks; below 1, and 1 in the limit of many draws.
double mean_square_rank_score(Index draws);

}  // namespace skald
