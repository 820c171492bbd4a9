// Convergence of several chains to one law: split R-hat (Gelman et al., Bayesian Data Analysis,
// 3rd ed., section 11.4).
#pragma once

#include <Eigen/Core>

namespace skald {

// R-hat of m >= 2 sequences of `length` draws of one scalar, from their means and variances
// (divisor length - 1): sqrt(((length-1)/length W + Var(means)) / W), W the mean variance. +inf
// when no sequence moves and they differ; NaN when all draws are equal.
double r_hat(const Eigen::VectorXd& means, const Eigen::VectorXd& variances, double length);

// R-hat of the halves of every chain; the middle draw of an odd number is left out. `draws` is
// draws x chains. Throws std::invalid_argument with fewer than 4 draws or no chain.
double split_r_hat(const Eigen::Ref<const Eigen::MatrixXd>& draws);

}  // namespace skald
