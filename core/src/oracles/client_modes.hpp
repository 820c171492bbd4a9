// The clients of a quadratic federation in the eigenbasis of their curvature, on one block of
// coordinates. There a local step without noise is a scalar recursion per mode.
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <numeric>
#include <optional>
#include <vector>

#include "oracles/gaussian_kernel.hpp"
#include "oracles/gaussian_problem.hpp"

namespace skald::oracles {

// The number N of local steps since the last communication ("age"), and the moments of powers of
// which every averaged law on quadratics is made.

// For a = 1 - decay_a, b = 1 - decay_b and s_n(x) = 1 + x + ... + x^{n-1} (s_0 = 0), expectations
// over N:
struct AgeMoments {
  double powers = 0;       // E a^N b^N
  double power_sum = 0;    // E a^N s_N(b)
  double sum_power = 0;    // E s_N(a) b^N
  double sums = 0;         // E s_N(a) s_N(b)
  double product_sum = 0;  // E s_N(a b)
};

class AgeLaw {
 public:
  // N = steps >= 0.
  static AgeLaw fixed(std::int64_t steps) { return {Kind::fixed, steps, 0}; }
  // Every `thin`-th iteration of rounds of K >= 1 local steps: N uniform on the multiples of the
  // greatest common divisor of K and thin >= 1 below K; with thin = 1 on 0 .. K-1.
  static AgeLaw uniform(std::int64_t K, std::int64_t thin = 1) {
    return {Kind::uniform, K, 0, std::gcd(K, thin)};
  }
  // P(N = n) = p_c (1 - p_c)^{n-1}, n >= 1: communication with probability p_c per iteration.
  static AgeLaw geometric(double p_c) { return {Kind::geometric, 0, p_c}; }

  // Finite for the geometric law only when (1 - p_c) a b, (1 - p_c) a and (1 - p_c) b are below one
  // in absolute value. Accurate also for decays near zero.
  AgeMoments at(double decay_a, double decay_b) const;

 private:
  enum class Kind { fixed, uniform, geometric };
  AgeLaw(Kind kind, std::int64_t steps, double p_c, std::int64_t spacing = 1)
      : kind_(kind), steps_(steps), p_c_(p_c), spacing_(spacing) {}

  Kind kind_;
  std::int64_t steps_;
  double p_c_;
  std::int64_t spacing_;  // of the ages of a uniform law; divides steps_
};

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
