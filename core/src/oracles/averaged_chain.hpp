// Chains whose clients communicate by the toss of a coin, as affine maps of all that they hold.
#pragma once

#include <Eigen/Core>

#include <utility>

#include "oracles/gaussian_kernel.hpp"
#include "oracles/gaussian_problem.hpp"
#include "skald/extensions/affine_chain.hpp"

namespace skald::oracles {

// Per iteration: with probability q_cv y <- sum_c w_c e_c, while e_c <- D_c e_c + h (A_c / w_c - A)
// y, or, if q_cv is zero, e_c <- D_c e_c - (h / w_c) g_c, and noise; then with probability p_c
// every e_c becomes the average. The estimate is the average, or that of the last communication.
class AveragedChain final : public AffineChain {
 public:
  // A checked step; p_c in (0, 1].
  AveragedChain(LangevinStep step, double p_c, double q_cv, bool at_communication)
      : step_(std::move(step)), p_(p_c), q_(q_cv), is_held_(at_communication) {}

  bool describe(const QuadraticClients& clients, AffineStages& stages) const override;

 private:
  LangevinStep step_;
  double p_, q_;
  bool is_held_;
};

// Unadjusted Langevin (ULA) and SGLD with additive minibatch noise, as Gaussian transitions.

// e' = (I - h A) e + N(0, 2 h T I + h^2 C), A the precision of the target. `gradient_noise` is C,
// the covariance of the estimate of grad U, or an empty matrix for full gradients. Its stationary
// covariance solves V = D V D + 2 h T I + h^2 C with D = I - h A.
GaussianKernel single_chain_kernel(const GaussianProblem& problem, double step, double temp,
                                   const Eigen::MatrixXd& gradient_noise = {});

// ULA in closed form: mean 0, covariance T A^{-1} (I - h A / 2)^{-1}; none unless h < 2 / L.
StationaryLaw ula_stationary_law(const GaussianProblem& problem, double step, double temp);

}  // namespace skald::oracles
