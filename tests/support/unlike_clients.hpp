// The Gaussian federation on which laws of samplers are known to ten digits.
#pragma once

#include <array>
#include <memory>

#include "federation.hpp"

namespace skald::test {

// U_c(x) = x' A_c x / 2 - b_c' x, times a factor, for four clients of 10, 20, 30 and 40 rows, whose
// curvatures A_c / w_c differ.
inline std::unique_ptr<Federation> four_unlike_clients(double factor = 1) {
  using Eigen::MatrixXd;
  std::array<Eigen::Matrix3d, 4> A;
  A[0] << 1, .2, 0, .2, .8, .1, 0, .1, .5;
  A[1] << 1.2, -.3, .1, -.3, 1.5, 0, .1, 0, .9;
  A[2] << 2, .4, .2, .4, 1, -.1, .2, -.1, 1.4;
  A[3] << 1.6, 0, -.4, 0, 2.4, .3, -.4, .3, 1.8;
  const std::array<Eigen::Vector3d, 4> b{Eigen::Vector3d(1, -2, .5), Eigen::Vector3d(-1, 1, 2),
                                         Eigen::Vector3d(.5, 3, -1), Eigen::Vector3d(2, -1, 1)};
  FederationData data{MatrixXd(3, 100), {}, MatrixXd(9, 100), 4};
  for (Index c = 0, row = 0; c < 4; ++c) {
    const auto i = static_cast<std::size_t>(c);
    const auto rows = static_cast<double>(10 * (c + 1));
    for (Index r = 0; r < 10 * (c + 1); ++r, ++row) {
      data.points.col(row) = A[i].inverse() * b[i];
      data.precision.col(row) = factor * A[i].reshaped() / rows;
      data.client.push_back(static_cast<std::int32_t>(c));
    }
  }
  return quadratic_federation(std::move(data));
}

}  // namespace skald::test
