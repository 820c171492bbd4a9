// Whether chains have one law: the R-hat of several sequences of draws of one scalar quantity.
// Of a run it is that of ranks, over the halves of all chains (Vehtari, Gelman, Simpson, Carpenter
// and Bürkner 2021, sections 2 and 4.1): see rank_r_hats() in batch_means.hpp, and
// report::rank_r_hat() for draws that were kept.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace skald {

// R-hat of m >= 2 sequences of `length` draws of one scalar, from their means and variances
// (divisor length - 1): sqrt(((length-1)/length W + Var(means)) / W), W the mean variance. +inf
// when no sequence moves and they differ; NaN when all draws are equal.
inline double r_hat(const Eigen::VectorXd& means, const Eigen::VectorXd& variances, double length) {
  const double within = variances.mean();
  const double between =
      (means.array() - means.mean()).square().sum() / static_cast<double>(means.size() - 1);
  return std::sqrt(((length - 1) / length * within + between) / within);
}

// Returns the halves of every chain as chains, half the draws x twice the chains; the middle draw
// of an odd number is left out. `draws` is draws x chains. Throws std::invalid_argument with fewer
// than 4 draws or no chain.
inline Eigen::MatrixXd chain_halves(const Eigen::Ref<const Eigen::MatrixXd>& draws) {
  const Eigen::Index half = draws.rows() / 2;
  const Eigen::Index chains = draws.cols();
  if (half < 2 || chains < 1) {
    throw std::invalid_argument("split R-hat: found " + std::to_string(draws.rows()) +
                                " draws of " + std::to_string(chains) +
                                " chains, expected at least 4 draws of 1 chain");
  }
  Eigen::MatrixXd halves(half, 2 * chains);
  halves << draws.topRows(half), draws.bottomRows(half);
  return halves;
}

// R-hat of two or more sequences, length x sequences.
inline double sequence_r_hat(const Eigen::Ref<const Eigen::MatrixXd>& sequences) {
  const Eigen::VectorXd means = sequences.colwise().mean();
  const Eigen::VectorXd variances =
      (sequences.rowwise() - means.transpose()).colwise().squaredNorm() /
      static_cast<double>(sequences.rows() - 1);
  return r_hat(means, variances, static_cast<double>(sequences.rows()));
}

// The R-hat of a quantity, from that of its ranks and that of the ranks of its distances from the
// median: the larger one. Draws of two values fold into one, of which no R-hat exists.
inline double larger_r_hat(double of_ranks, double of_folded) {
  return std::isnan(of_folded) ? of_ranks : std::max(of_ranks, of_folded);
}

}  // namespace skald
