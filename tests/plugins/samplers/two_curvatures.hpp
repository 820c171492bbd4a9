// Two unlike clients in one dimension, for laws that are solved by hand.
#pragma once

#include <array>

#include "federation.hpp"

namespace skald::test {

// Clients of two and of four rows, with the curvatures 1.2 and 4; a row of precision P and point p
// has the gradient P (theta - p).
inline std::unique_ptr<Federation> two_curvatures(const std::array<double, 6>& points) {
  FederationData data;
  data.points = Eigen::Map<const Eigen::RowVectorXd>(points.data(), 6);
  data.client = {0, 0, 1, 1, 1, 1};
  data.clients = 2;
  data.precision = Eigen::MatrixXd::Ones(1, 6);
  data.precision.leftCols(2).setConstant(0.6);
  return quadratic_federation(std::move(data), 0);
}

}  // namespace skald::test
