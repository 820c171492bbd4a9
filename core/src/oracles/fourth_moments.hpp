// The moments of a stationary state up to the fourth, of chains whose coins leave it no normal law.
#pragma once

#include <Eigen/Core>
#include <optional>

#include "oracles/affine_stride.hpp"

namespace skald::oracles {

// Whether a state has few enough numbers for its fourth moments.
bool has_few_numbers(const AffineStride& stride);

// E[(z x z) (z x z)'] for z = (1, S), S the stationary state: entry (i m + j, k m + l) is
// E z_i z_j z_k z_l, m = size() + 1. What scatters has the moments of normal draws. Nothing if the
// fourth moments are not finite, or are not found. The state has_few_numbers().
std::optional<Eigen::MatrixXd> fourth_moments(const AffineStride& stride);

}  // namespace skald::oracles
