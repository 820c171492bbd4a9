// Errors of averages over correlated draws, from the means of consecutive batches.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

#include "skald/observables.hpp"
#include "skald/parts/metrics/r_hat.hpp"

namespace skald {
namespace detail {

// Means (chains x batches) of batches first .. first + count - 1 of one coordinate, minus the point
// from which the batches take deviations; and below, the variance of every chain over them.
inline Eigen::MatrixXd batch_means(const Batches& batches, Index coordinate, Index first,
                                   Index count) {
  const auto sums = batches.sums.matrix();
  Eigen::MatrixXd result(batches.chains, count);
  for (Index j = 0; j < batches.chains; ++j) {
    result.row(j) =
        sums.row(j * batches.coordinates + coordinate).segment(first, count) / batches.length;
  }
  return result;
}

inline Eigen::VectorXd batch_variances(const Batches& batches, Index coordinate, Index first,
                                       Index count) {
  const double n = batches.length * static_cast<double>(count);
  Eigen::VectorXd result(batches.chains);
  for (Index j = 0; j < batches.chains; ++j) {
    const Index row = j * batches.coordinates + coordinate;
    const double sum = batches.sums.matrix().row(row).segment(first, count).sum();
    const double squares = batches.squares.matrix().row(row).segment(first, count).sum();
    result[j] = std::max(squares - sum * sum / n, 0.0) / (n - 1);
  }
  return result;
}

inline Eigen::VectorXd undefined_of_each(const Batches& batches) {
  return Eigen::VectorXd::Constant(batches.coordinates, std::numeric_limits<double>::quiet_NaN());
}

}  // namespace detail

// The two functions below are valid if a batch is long compared to the correlation time. They
// return NaN for fewer than two batches.

// Standard errors (one per coordinate) of the averages over all draws and chains. The variance of
// batch means is taken about the average of all chains, so that disagreement between chains counts
// as error (Flegal and Jones 2010).
inline Eigen::VectorXd standard_errors(const Batches& batches) {
  Eigen::VectorXd errors = detail::undefined_of_each(batches);
  if (batches.count < 2) return errors;
  for (Index i = 0; i < batches.coordinates; ++i) {
    const Eigen::MatrixXd x = detail::batch_means(batches, i, 0, batches.count);
    const auto n = static_cast<double>(x.size());
    errors[i] = std::sqrt((x.array() - x.mean()).square().sum() / (n - 1) / n);
  }
  return errors;
}

// Split R-hat; the middle batch of an odd number is left out.
inline Eigen::VectorXd split_r_hats(const Batches& batches) {
  Eigen::VectorXd result = detail::undefined_of_each(batches);
  const Index half = batches.count / 2;
  const double draws = static_cast<double>(half) * batches.length;
  if (draws < 2) return result;
  for (Index i = 0; i < batches.coordinates; ++i) {
    Eigen::VectorXd mean(2 * batches.chains);
    Eigen::VectorXd variance(2 * batches.chains);
    mean << detail::batch_means(batches, i, 0, half).rowwise().mean(),
        detail::batch_means(batches, i, batches.count - half, half).rowwise().mean();
    variance << detail::batch_variances(batches, i, 0, half),
        detail::batch_variances(batches, i, batches.count - half, half);
    result[i] = r_hat(mean, variance, draws);
  }
  return result;
}

}  // namespace skald
