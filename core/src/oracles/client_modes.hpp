// The clients of a quadratic federation in the eigenbasis of their curvature, on one block of
// coordinates. There a local step without noise is a scalar recursion per mode.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "oracles/age_law.hpp"
#include "oracles/coordinate_blocks.hpp"
#include "oracles/gaussian_problem.hpp"
#include "oracles/langevin_step.hpp"
#include "oracles/moments.hpp"

namespace skald::oracles {

// Client c after n local steps from e: basis applied to a^n e + s_n(a) drift, mode by mode, with
// a = 1 - decay (D_c = I - (h / w_c) A_c).
struct ClientModes {
  Eigen::MatrixXd basis;  // orthonormal columns
  Eigen::VectorXd decay;  // (h / w_c) eigenvalue of A_c
  Eigen::VectorXd drift;  // -(h / w_c) basis' g_c
  double weight = 0;      // w_c
};

// All clients on one block, for a checked step. The block separates the curvatures.
std::vector<ClientModes> client_modes(const GaussianProblem& problem, const LangevinStep& step,
                                      const CoordinateBlock& block);

// Blocks that separate every curvature and every gradient noise covariance.
std::vector<CoordinateBlock> separate_blocks(const GaussianProblem& problem,
                                             const LangevinStep& step);

// Why there is no stationary law where clients communicate with probability p_c per iteration, if
// (1 - p_c) max_c radius(D_c)^2 is not below 1.
std::optional<StationaryLaw> unstable_local_steps(const std::vector<ClientModes>& modes,
                                                  double p_c);

// E P_N, with P_n = sum_c w_c D_c^n.
Eigen::MatrixXd mean_contraction(const std::vector<ClientModes>& modes, const AgeLaw& age);
// E h_N, with h_n = -h sum_c sum_{j<n} D_c^j g_c.
Eigen::VectorXd mean_shift(const std::vector<ClientModes>& modes, const AgeLaw& age);
// E P_N X Q_N', P_N on the rows' block and Q_N on the columns' block.
Eigen::MatrixXd second_moment_map(const std::vector<ClientModes>& rows,
                                  const std::vector<ClientModes>& columns, const AgeLaw& age,
                                  const Eigen::MatrixXd& second_moment);
// E [P_N m h_N' + h_N m' P_N' + h_N h_N'], m = (mean_rows, mean_columns).
Eigen::MatrixXd shift_second_moment(const std::vector<ClientModes>& rows,
                                    const std::vector<ClientModes>& columns, const AgeLaw& age,
                                    const Eigen::VectorXd& mean_rows,
                                    const Eigen::VectorXd& mean_columns);
// E W_N: covariance that the noise of N local steps leaves in the weighted average, on one block.
Eigen::MatrixXd mean_noise(const std::vector<ClientModes>& modes, const AgeLaw& age,
                           const LangevinStep& step, const CoordinateBlock& block);

}  // namespace skald::oracles
