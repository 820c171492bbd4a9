// Gaussians in natural parameters, in which products, quotients and powers of densities are sums,
// differences and multiples.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "skald/block.hpp"
#include "skald/parts/compiled.hpp"

namespace skald {

// A symmetric matrix of a family: d x d, or its diagonal as d x 1.
namespace family {

inline bool is_diagonal(const Eigen::MatrixXd& matrix) { return matrix.cols() == 1; }
inline Eigen::VectorXd product(const Eigen::MatrixXd& matrix, const Eigen::VectorXd& x) {
  return is_diagonal(matrix) ? Eigen::VectorXd(matrix.col(0).cwiseProduct(x)) : matrix * x;
}
inline Eigen::MatrixXd multiple_of_identity(double scale, Index d, bool diagonal) {
  if (diagonal) return Eigen::MatrixXd::Constant(d, 1, scale);
  return scale * Eigen::MatrixXd::Identity(d, d);
}
// The member of the family that is nearest to a full symmetric matrix.
inline Eigen::MatrixXd nearest(const Eigen::MatrixXd& full, bool diagonal) {
  return diagonal ? Eigen::MatrixXd(full.diagonal()) : full;
}

// The symmetric part of the mean of a_i b_i' over the columns of A and B.
Eigen::MatrixXd mean_product(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b, bool diagonal);

// Whether no eigenvalue is negative beyond rounding. False for NaN.
bool is_semidefinite(const Eigen::MatrixXd& matrix);
// With 0 for the negative eigenvalues.
Eigen::MatrixXd positive_part(const Eigen::MatrixXd& matrix);

}  // namespace family

// exp(-x' P x / 2 + e' x), up to a factor; a density if P is positive definite.
struct NaturalGaussian {
  Eigen::MatrixXd precision;  // P, a matrix of a family
  Eigen::VectorXd shift;      // e = P times the mean

  bool is_diagonal() const { return family::is_diagonal(precision); }
  // Gradient of the potential -log at x.
  Eigen::VectorXd gradient(const Eigen::VectorXd& x) const {
    return family::product(precision, x) - shift;
  }
  NaturalGaussian& operator*=(const NaturalGaussian& other) {
    precision += other.precision;
    shift += other.shift;
    return *this;
  }
  NaturalGaussian& operator/=(const NaturalGaussian& other) {
    precision -= other.precision;
    shift -= other.shift;
    return *this;
  }
};

inline NaturalGaussian operator*(NaturalGaussian a, const NaturalGaussian& b) {
  a *= b;
  return a;
}
inline NaturalGaussian operator/(NaturalGaussian a, const NaturalGaussian& b) {
  a /= b;
  return a;
}
inline NaturalGaussian pow(NaturalGaussian a, double exponent) {
  a.precision *= exponent;
  a.shift *= exponent;
  return a;
}
inline NaturalGaussian gaussian(const Eigen::MatrixXd& precision, const Eigen::VectorXd& mean) {
  return {precision, family::product(precision, mean)};
}

// The Cholesky factor of a precision, P = L L'. Where P is not positive definite, all that it makes
// is NaN.
class PrecisionFactor {
 public:
  explicit PrecisionFactor(const Eigen::MatrixXd& precision);
  bool is_diagonal() const { return is_diagonal_; }
  bool is_positive() const { return is_positive_; }
  // P^-1 x.
  Eigen::VectorXd solve(const Eigen::VectorXd& x) const;
  // Z <- L'^-1 Z: columns of standard normals become deviations from the mean. Of a block that is
  // not copied, such as a column of chains.
  template <class Columns>
  void make_deviations(Columns&& z) const {
    if (is_diagonal_) {
      z.array().colwise() /= root_.col(0).array();
    } else {
      full_.matrixU().solveInPlace(z);
    }
  }
  // L Z, which is P times those deviations.
  Eigen::MatrixXd forces(const Eigen::MatrixXd& normals) const;

 private:
  bool is_diagonal_;
  bool is_positive_ = false;
  Eigen::MatrixXd root_;  // d x 1
  Eigen::LLT<Eigen::MatrixXd> full_;
};

Eigen::VectorXd mean_of(const NaturalGaussian& q);

}  // namespace skald
