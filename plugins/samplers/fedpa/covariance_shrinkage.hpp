// How far to shrink the covariance of a client's samples, as the samples themselves suggest.
#pragma once

#include <Eigen/Core>
#include <algorithm>

#include "fedpa/posterior_average.hpp"

namespace skald {

// Of the covariance S (divisor l - 1) of l samples in d dimensions.
struct CovarianceTraces {
  double d = 0;
  double freedom = 0;    // l - 1: S has the law of a mean of so many squares x x' of known mean 0
  double trace = 0;      // tr S
  double of_square = 0;  // tr S^2
};

// Samples are the columns, two at least. In O(l^2 d): S and the samples' Gram matrix have the same
// eigenvalues, apart from zeros.
inline CovarianceTraces covariance_traces(const Eigen::MatrixXd& samples) {
  const auto freedom = static_cast<double>(samples.cols() - 1);
  const Eigen::VectorXd mean = samples.rowwise().mean();
  const Eigen::MatrixXd centred = samples.colwise() - mean;
  const Eigen::MatrixXd gram = centred.transpose() * centred;
  return {static_cast<double>(samples.rows()), freedom, gram.trace() / freedom,
          gram.squaredNorm() / (freedom * freedom)};
}

// Chen, Wiesel, Eldar and Hero (2010), Shrinkage algorithms for MMSE covariance estimation. For
// Gaussian samples with covariance Sigma, the r that minimises E |r tr(S)/d I + (1 - r) S -
// Sigma|^2 is
//
//   ((1 - 2/d) tr Sigma^2 + tr^2 Sigma) / ((n + 1 - 2/d) tr Sigma^2 + (1 - n/d) tr^2 Sigma)
//
// (theorem 1), where n counts samples of known mean: here, with their mean estimated, n = l - 1.
// Of the unknown Sigma, rblw makes the Rao-Blackwell estimate (equations 17 to 19), oas the limit
// of iterating the formula at its own estimate (equation 23). Both are at most 1.
inline double shrinkage_of(double numerator, double spread, const CovarianceTraces& t) {
  const double excess = t.of_square - t.trace * t.trace / t.d;  // 0 if S is a multiple of I
  return excess > 0 && numerator < spread * excess ? numerator / (spread * excess) : 1;
}
inline double rblw_shrinkage(const CovarianceTraces& t) {
  const double n = t.freedom;
  return shrinkage_of((n - 2) / n * t.of_square + t.trace * t.trace, n + 2, t);
}
inline double oas_shrinkage(const CovarianceTraces& t) {
  return shrinkage_of((1 - 2 / t.d) * t.of_square + t.trace * t.trace, t.freedom + 1 - 2 / t.d, t);
}

// (r tr(S)/d I + (1 - r) S)^-1 (x_0 - mean of the samples), 0 < r <= 1, in O(l^2 d): the recursion
// gives (I + (l - 1) c S)^-1 times 1 + (l - 1) c. Not finite if all samples are the same.
inline Eigen::VectorXd shrunk_posterior_delta(const Eigen::VectorXd& x0,
                                              const Eigen::MatrixXd& samples,
                                              const CovarianceTraces& t, double r) {
  const double identity = r * t.trace / t.d;
  const double shrink = (1 - r) / identity / t.freedom;
  PosteriorAverage average(x0.size(), samples.cols(), shrink);
  average.start(x0);
  for (Index i = 0; i < samples.cols(); ++i) average.add(samples.col(i));
  return average.delta() / (identity * (1 + t.freedom * shrink));
}
// The same by forming and solving, in O(d^3).
inline Eigen::VectorXd dense_shrunk_delta(const Eigen::VectorXd& x0, const Eigen::MatrixXd& samples,
                                          const CovarianceTraces& t, double r) {
  const Eigen::VectorXd mean = samples.rowwise().mean();
  const Eigen::MatrixXd centred = samples.colwise() - mean;
  Eigen::MatrixXd sigma = (1 - r) / t.freedom * (centred * centred.transpose());
  sigma.diagonal().array() += r * t.trace / t.d;
  return sigma.llt().solve(x0 - mean);
}

}  // namespace skald
