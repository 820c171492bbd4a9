// Eigenvectors of a matrix that is not symmetric.
#pragma once

#include <Eigen/Core>
#include <complex>
#include <vector>

namespace skald::oracles {

// Of a real square matrix A with a basis of eigenvectors z_i: those of a conjugate pair of values,
// i and i + 1, are c_i + i c_{i+1} and its conjugate, and others are c_i, so that the real c_i are
// a basis, too. What multiplies z_i in sum_i z_i y_i is the product of its dual vector. If A has no
// such basis, values and vectors exist, but what is made of `inverse` is rounding or not finite.
struct Eigenbasis {
  explicit Eigenbasis(const Eigen::MatrixXd& matrix);

  std::vector<std::complex<double>> values;
  Eigen::MatrixXd columns, inverse;  // the c_i, and columns^-1

  // z_i' x, from c' x for all columns c; and that of the dual vector, from inverse x.
  std::complex<double> along(const Eigen::VectorXd& products, Eigen::Index i) const;
  std::complex<double> along_dual(const Eigen::VectorXd& products, Eigen::Index i) const;
  // z_i' M z_j, from columns' M columns; and that of the dual vectors, from inverse M inverse'.
  std::complex<double> between(const Eigen::MatrixXd& products, Eigen::Index i,
                               Eigen::Index j) const;
  std::complex<double> between_duals(const Eigen::MatrixXd& products, Eigen::Index i,
                                     Eigen::Index j) const;
};

}  // namespace skald::oracles
