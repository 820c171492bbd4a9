// Unadjusted Langevin (ULA) and SGLD with additive minibatch noise, as Gaussian transitions.
#pragma once

#include <Eigen/Core>

#include "oracles/gaussian_kernel.hpp"
#include "oracles/gaussian_problem.hpp"
#include "oracles/moments.hpp"

namespace skald::oracles {

// e' = (I - h A) e + N(0, 2 h T I + h^2 C), A the precision of the target. `gradient_noise` is C,
// the covariance of the estimate of grad U, or an empty matrix for full gradients. Its stationary
// covariance solves V = D V D + 2 h T I + h^2 C with D = I - h A.
GaussianKernel single_chain_kernel(const GaussianProblem& problem, double step, double temp,
                                   const Eigen::MatrixXd& gradient_noise = {});

// ULA in closed form: mean 0, covariance T A^{-1} (I - h A / 2)^{-1}; none unless h < 2 / L.
StationaryLaw ula_stationary_law(const GaussianProblem& problem, double step, double temp);

}  // namespace skald::oracles
