// How slowly a federation's average forgets: the sum of its autocovariances over all lags.
#pragma once

#include <Eigen/Core>

#include "oracles/client_modes.hpp"
#include "oracles/langevin_step.hpp"
#include "oracles/moments.hpp"

namespace skald::oracles {

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
