// How ||X - x*||^2 correlates along a stationary chain, and the Monte Carlo error of its averages.
#pragma once

#include <Eigen/Core>

#include <complex>
#include <cstdint>
#include <optional>
#include <vector>

#include "oracles/affine_stride.hpp"
#include "oracles/gaussian_problem.hpp"
#include "oracles/time_average.hpp"

namespace skald::oracles {

// A term of an autocovariance: weight rate^k after k iterations. Complex ones come in conjugate
// pairs; their sum is real.
struct Exponential {
  std::complex<double> weight, rate;  // |rate| <= 1
};

// Cov(||X_0 - x*||^2, ||X_k - x*||^2) as a sum of exponentials of k, in theta^4.
using SquareAutocovariance = std::vector<Exponential>;

// Of a chain whose coordinates, in some basis, are independent Gaussian sequences.
SquareAutocovariance square_autocovariance(const std::vector<TimeAverageMode>& modes);

// Of the estimate X = E S of a stationary state S with E[S_{k+1} | S_k] = matrix S_k + shift, after
// strides of so many iterations each. X is told by its moments, as deviations from x*, and S by its
// covariance. With C_k = E matrix^k covariance E', the covariance is 2 tr(C_k C_k') + 4 b' C_k b
// for the mean b of X: exact for Gaussian chains, and for others up to the fourth cumulants of X.
// Nothing if the eigenvectors of the matrix do not show it to 10^-2.
std::optional<SquareAutocovariance> square_autocovariance(const Eigen::MatrixXd& matrix,
                                                          const Eigen::MatrixXd& covariance,
                                                          const Eigen::MatrixXd& estimate,
                                                          const Eigen::VectorXd& mean,
                                                          std::int64_t stride);

// The same of a chain that draws its strides at random, and whose state is therefore a mixture: of
// ||X_k||^2 the state S_0 leads to a mean that is quadratic in it. Exact for coins and states of
// few numbers (fourth_moments.hpp), and nothing for those whose fourth moments are not finite; for
// others, what each stride adds to the spread is taken along the chain (fourth_moments.hpp).
std::optional<SquareAutocovariance> square_autocovariance(const AffineStride& chain,
                                                          const Moments& state,
                                                          std::int64_t stride);

// Variance of the mean of n successive draws of a stationary sequence with unit variance and the
// autocorrelation rate^k.
std::complex<double> mean_variance(std::complex<double> rate, std::int64_t n);

// Standard error of (1 / n) sum_k ||X_k - x*||^2 over n draws, `thin` iterations apart, averaged
// over independent stationary chains.
double second_moment_standard_error(const SquareAutocovariance& covariance, std::int64_t n,
                                    std::int64_t chains, std::int64_t thin = 1);

// Eigenvectors of a matrix that is not symmetric.

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
