// Vectors of dimension d that are affine functions of a state.
#pragma once

#include <Eigen/Core>

namespace skald {

// linear z + shift, for a state z of n numbers: d x n and d x 1, d at most kMostCoordinates. Sums
// and products with numbers and matrices are those of vectors, so that a method's pseudocode can be
// written down as it is. Without a state (n = 0) they allocate nothing.
struct AffineVector {
  static constexpr Eigen::Index kMostCoordinates = 16;
  using Shift = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, kMostCoordinates, 1>;

  Eigen::MatrixXd linear;
  Shift shift;

  static AffineVector zero(Eigen::Index d, Eigen::Index n) {
    return {Eigen::MatrixXd::Zero(d, n), Shift::Zero(d)};
  }
  AffineVector& operator+=(const AffineVector& other) {
    linear += other.linear;
    shift += other.shift;
    return *this;
  }
  AffineVector& operator-=(const AffineVector& other) {
    linear -= other.linear;
    shift -= other.shift;
    return *this;
  }
  friend AffineVector operator+(AffineVector a, const AffineVector& b) { return a += b; }
  friend AffineVector operator-(AffineVector a, const AffineVector& b) { return a -= b; }
  friend AffineVector operator*(double factor, AffineVector a) {
    a.linear *= factor;
    a.shift *= factor;
    return a;
  }
  friend AffineVector operator*(const Eigen::Ref<const Eigen::MatrixXd>& matrix,
                                const AffineVector& a) {
    return {matrix * a.linear, matrix.lazyProduct(a.shift)};
  }
};

}  // namespace skald
