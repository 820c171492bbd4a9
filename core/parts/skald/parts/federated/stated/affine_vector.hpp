// Vectors of dimension d that are affine functions of a state.
#pragma once

#include <Eigen/Core>

namespace skald {

// linear z + shift, for a state z of n numbers: d x n and d x 1. Sums and products with numbers and
// matrices are those of vectors, so that a method's pseudocode can be written down as it is.
struct AffineVector {
  Eigen::MatrixXd linear;
  Eigen::VectorXd shift;

  static AffineVector zero(Eigen::Index d, Eigen::Index n) {
    return {Eigen::MatrixXd::Zero(d, n), Eigen::VectorXd::Zero(d)};
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
  friend AffineVector operator*(double factor, const AffineVector& a) {
    return {factor * a.linear, factor * a.shift};
  }
  friend AffineVector operator*(const Eigen::MatrixXd& matrix, const AffineVector& a) {
    return {matrix * a.linear, matrix * a.shift};
  }
};

}  // namespace skald
