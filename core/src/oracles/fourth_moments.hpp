// The moments of a stationary state up to the fourth, of chains whose coins leave it no normal law.
#pragma once

#include <Eigen/Core>
#include <optional>

#include "oracles/affine_stride.hpp"

namespace skald::oracles {

// Whether a chain draws coins and normals alone, and its state has few enough numbers: of what
// scatters, no fourth moment is told.
bool tells_fourth_moments(const AffineStride& stride);

// E[(z x z) (z x z)'] for z = (1, S), S the stationary state: entry (i m + j, k m + l) is
// E z_i z_j z_k z_l, m = size() + 1. Nothing if the fourth moments are not finite, or are not
// found. The stride tells_fourth_moments().
std::optional<Eigen::MatrixXd> fourth_moments(const AffineStride& stride);

}  // namespace skald::oracles
