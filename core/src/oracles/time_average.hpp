// Stationary chains whose coordinates, in some basis, are taken as independent AR(1) sequences.
// Their Monte Carlo error is in square_autocovariance.hpp.
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <vector>

#include "oracles/client_modes.hpp"
#include "oracles/gaussian_kernel.hpp"
#include "oracles/gaussian_problem.hpp"

namespace skald::oracles {

// One coordinate x = bias + z, z stationary AR(1) with coefficient 1 - decay between successive
// iterations. For a Langevin chain with step h and mode curvature lambda, decay = h lambda. What is
// observed may be held: every iteration renews it with probability 1 - held, and leaves it as it is
// otherwise.
struct TimeAverageMode {
  double variance = 0;
  double decay = 0;  // in (0, 2)
  double bias = 0;
  double held = 0;  // in [0, 1)
};

// The decay of the z whose observations, renewed in each iteration with probability p_c, have
// autocorrelations that add up to `sum` over all lags; 1 where `sum` is below that of independent
// renewals, (2 - p_c) / p_c.
double decay_behind_held(double sum, double p_c);

// The modes of a chain with stationary `law` in the eigenbasis of the precision of the target:
// exact for ULA; for averaged chains, the part of the dynamics between the clients is left out.
std::vector<TimeAverageMode> time_average_modes(const GaussianProblem& problem, double step,
                                                const Moments& law);

// The modes of a chain with that law, in the eigenbasis of the sum of its autocovariances over all
// lags. The draws that the sum counts are so many iterations apart; or, unless p_c is zero, held
// until they are renewed, in each iteration with that probability.
std::vector<TimeAverageMode> integrated_modes(const Eigen::MatrixXd& integrated, const Moments& law,
                                              double iterations, double p_c = 0);

// Modes of independent draws of `law`, in the eigenbasis of its covariance.
std::vector<TimeAverageMode> independent_modes(const Moments& law);

// How slowly a federation's average forgets: the sum of its autocovariances over all lags.

// sum over all lags l of Cov(X_{k+l}, X_k), X_k the average at iteration k, when all clients
// communicate with probability p_c per iteration: exact. `moments` are those of X, `modes` the
// clients', all on `block`; `step` is checked. The variance of a linear functional's time average
// over n iterations tends to this / n.
Eigen::MatrixXd integrated_covariance(const std::vector<ClientModes>& modes,
                                      const LangevinStep& step, const CoordinateBlock& block,
                                      double p_c, const Moments& moments);

// The same for the last communicated average, which is held until the next one: exact. `covariance`
// is its covariance on the block.
Eigen::MatrixXd integrated_held_covariance(const std::vector<ClientModes>& modes, double p_c,
                                           const Eigen::MatrixXd& covariance);

// The same for a sequence Y with Cov(Y_{k+l}, Y_k) = contraction^l covariance.
Eigen::MatrixXd integrated_covariance(const Eigen::MatrixXd& contraction,
                                      const Eigen::MatrixXd& covariance);

}  // namespace skald::oracles
