// Symmetric matrices as messages.
#pragma once

#include <Eigen/Core>
#include <numbers>

#include "skald/block.hpp"

namespace skald {

// The lower triangle, row by row, with sqrt(2) off the diagonal: the vector is as long as the
// matrix in the Frobenius norm. Noise of variance s^2 in each of its entries is isotropic among
// symmetric matrices, of variance s^2 on the diagonal and s^2 / 2 off it.
namespace symmetric {

constexpr Index entries(Index d) { return d * (d + 1) / 2; }

inline double weight(Index i, Index j) { return i == j ? 1.0 : std::numbers::sqrt2; }

inline Eigen::VectorXd to_vector(const Eigen::MatrixXd& matrix) {
  Eigen::VectorXd vector(entries(matrix.rows()));
  Index place = 0;
  for (Index i = 0; i < matrix.rows(); ++i)
    for (Index j = 0; j <= i; ++j) vector[place++] = weight(i, j) * matrix(i, j);
  return vector;
}

// Of a d x d matrix.
inline Eigen::MatrixXd from_vector(const Eigen::VectorXd& vector, Index d) {
  Eigen::MatrixXd matrix(d, d);
  Index place = 0;
  for (Index i = 0; i < d; ++i)
    for (Index j = 0; j <= i; ++j) matrix(i, j) = matrix(j, i) = vector[place++] / weight(i, j);
  return matrix;
}

}  // namespace symmetric
}  // namespace skald
