// An affine Gaussian transition x' = matrix x + shift + N(0, noise): ULA, SGLD with additive
// noise, one round of averaged local steps. Composition gives every law in between.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>

#include "oracles/moments.hpp"

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

}  // namespace skald::oracles
