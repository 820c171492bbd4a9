// The moments of a stationary state up to the fourth, of chains whose coins leave it no normal law.
#pragma once

#include <Eigen/Core>

#include <optional>
#include <vector>

#include "oracles/affine_stride.hpp"
#include "oracles/gaussian_problem.hpp"

namespace skald::oracles {

// Whether a chain draws coins and normals alone, and its state has few enough numbers: of what
// scatters, no fourth moment is told.
bool tells_fourth_moments(const AffineStride& stride);

// E[(z x z) (z x z)'] for z = (1, S), S the stationary state: entry (i m + j, k m + l) is
// E z_i z_j z_k z_l, m = size() + 1. Nothing if the fourth moments are not finite, or are not
// found. The stride tells_fourth_moments().
std::optional<Eigen::MatrixXd> fourth_moments(const AffineStride& stride);

// How quadratic functions of a state that is drawn at random vary together.

// The means, over states of these moments, of the covariances of the functions' values after a
// stride given the state before it: of all pairs. Four numbers of the state are taken to have the
// moments of normal ones, and what scatters the fourth moment of normal draws; the maps that a
// stride draws need not be alike.
Eigen::MatrixXd added_covariances(const AffineStride& stride, const Moments& state,
                                  const std::vector<Quadratic>& functions);

}  // namespace skald::oracles
