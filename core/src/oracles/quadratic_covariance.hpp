// How quadratic functions of a state that is drawn at random vary together.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "oracles/affine_stride.hpp"
#include "oracles/moments.hpp"

namespace skald::oracles {

// The means, over states of these moments, of the covariances of the functions' values after a
// stride given the state before it: of all pairs. Four numbers of the state are taken to have the
// moments of normal ones, and what scatters the fourth moment of normal draws; the maps that a
// stride draws need not be alike.
Eigen::MatrixXd added_covariances(const AffineStride& stride, const Moments& state,
                                  const std::vector<Quadratic>& functions);

}  // namespace skald::oracles
