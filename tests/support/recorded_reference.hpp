// Reference draws of a known posterior, and the recorded functions of theta.
#pragma once

#include <Eigen/Core>
#include <random>

#include "observables/reference_comparison.hpp"

namespace skald::test {

// d x n independent standard normal numbers.
inline Eigen::MatrixXd normals(unsigned seed, Eigen::Index d, Eigen::Index n) {
  std::mt19937 engine(seed);
  std::normal_distribution<double> normal;
  return Eigen::MatrixXd::NullaryExpr(d, n, [&] { return normal(engine); });
}

// 4000 independent draws of N((3, -20), diag(4, 10000)) in four chains; theta is recorded as
// (theta_0, 100 theta_1).
inline observables::ReferencePosterior recorded_reference() {
  Eigen::MatrixXd draws = normals(1, 2, 4000);
  draws.row(0) = 3 + 2 * draws.row(0).array();
  draws.row(1) = -20 + 100 * draws.row(1).array();
  return {draws, 4, [](ConstBlock theta, Block out) {
            out.matrix() = theta.matrix();
            out.matrix().row(1) *= 100;
          }};
}

}  // namespace skald::test
