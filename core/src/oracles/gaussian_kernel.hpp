// An affine Gaussian transition x' = matrix x + shift + N(0, noise): ULA, SGLD with additive
// noise, one round of averaged local steps. Composition gives every law in between.
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <optional>
#include <vector>

#include "oracles/gaussian_problem.hpp"

namespace skald::oracles {

struct GaussianKernel {
  Eigen::MatrixXd matrix;  // d x d
  Eigen::VectorXd shift;   // d
  Eigen::MatrixXd noise;   // d x d, positive semi-definite
};

// The law after one transition from `law`.
Moments apply(const GaussianKernel& kernel, const Moments& law);

// The transition `first`, then `second`.
GaussianKernel compose(const GaussianKernel& first, const GaussianKernel& second);

// n >= 0 transitions in one, in O(log n) compositions.
GaussianKernel power(const GaussianKernel& kernel, std::int64_t n);

// The law of the average of E x_1, ..., E x_n along n >= 1 transitions from `law`; E is d x d'.
Moments average(const GaussianKernel& kernel, const Eigen::MatrixXd& E, const Moments& law,
                std::int64_t n);

// The stationary law; empty when the spectral radius of the matrix is not below one.
std::optional<Moments> stationary(const GaussianKernel& kernel);

// One local Langevin step of a federation: its constants and its noise.

// Client c: e <- e - (h / w_c) grad U_c + sqrt(2 h T) (rho z + sqrt((1 - rho^2) / w_c) z_c), where
// the gradient carries additive noise of covariance gradient_noise[c].
struct LangevinStep {
  double step = 0;                              // h > 0, on the global potential
  double temp = 1;                              // T >= 0
  double rho = 0;                               // in [0, 1]
  std::vector<double> weights;                  // w_c > 0, sum 1; empty: 1/N each
  std::vector<Eigen::MatrixXd> gradient_noise;  // d x d per client; empty: full gradients
};

// The step with its default weights filled in. Throws std::invalid_argument when a constant is out
// of its range or a count does not match the problem.
LangevinStep checked_step(const GaussianProblem& problem, LangevinStep step);

// Throws std::invalid_argument unless a schedule's probability is in (0, 1].
void check_probability(const char* name, double value);

// Covariance of the noises that clients a and b add in one step, on one block of coordinates, for a
// checked step.
Eigen::MatrixXd step_noise(const LangevinStep& step, std::size_t a, std::size_t b,
                           const CoordinateBlock& block);

}  // namespace skald::oracles
