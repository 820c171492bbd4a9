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

// Means (chains x batches) of one coordinate, minus the point from which the batches take
// deviations; and below, the variance of every chain over all batches.
inline Eigen::MatrixXd batch_means(const Batches& batches, Index coordinate) {
  const auto sums = batches.sums.matrix();
  Eigen::MatrixXd result(batches.chains, batches.count);
  for (Index j = 0; j < batches.chains; ++j) {
    result.row(j) = sums.row(j * batches.coordinates + coordinate) / batches.length;
  }
  return result;
}

inline Eigen::VectorXd batch_variances(const Batches& batches, Index coordinate) {
  const double n = batches.length * static_cast<double>(batches.count);
  Eigen::VectorXd result(batches.chains);
  for (Index j = 0; j < batches.chains; ++j) {
    const Index row = j * batches.coordinates + coordinate;
    const double sum = batches.sums.matrix().row(row).sum();
    const double squares = batches.squares.matrix().row(row).sum();
    // Of draws that are all the same, rounding is left, by which nothing may be divided.
    const double apart = squares - sum * sum / n;
    const double rounding = n * std::numeric_limits<double>::epsilon() * squares;
    result[j] = apart > rounding ? apart / (n - 1) : 0;
  }
  return result;
}

inline Eigen::VectorXd undefined_of_each(const Batches& batches) {
  return Eigen::VectorXd::Constant(batches.coordinates, std::numeric_limits<double>::quiet_NaN());
}

}  // namespace detail

// Valid if a batch is long compared to the correlation time; NaN for fewer than two batches.
// Standard errors (one per coordinate) of the averages over all draws and chains. The variance of
// batch means is taken about the average of all chains, so that disagreement between chains counts
// as error (Flegal and Jones 2010).
inline Eigen::VectorXd standard_errors(const Batches& batches) {
  Eigen::VectorXd errors = detail::undefined_of_each(batches);
  if (batches.count < 2) return errors;
  for (Index i = 0; i < batches.coordinates; ++i) {
    const Eigen::MatrixXd x = detail::batch_means(batches, i);
    const auto n = static_cast<double>(x.size());
    errors[i] = std::sqrt((x.array() - x.mean()).square().sum() / (n - 1) / n);
  }
  return errors;
}

// R-hat of each coordinate, whose chains are the sequences to compare; NaN of fewer than two draws.
inline Eigen::VectorXd sequence_r_hats(const Batches& batches) {
  Eigen::VectorXd result = detail::undefined_of_each(batches);
  const double draws = static_cast<double>(batches.count) * batches.length;
  if (draws < 2) return result;
  for (Index i = 0; i < batches.coordinates; ++i) {
    result[i] = r_hat(detail::batch_means(batches, i).rowwise().mean(),
                      detail::batch_variances(batches, i), draws);
  }
  return result;
}

// The rank-normalised split R-hat of each coordinate (Vehtari et al. 2021, section 4.1); NaN where
// all draws are equal, and without batches.
inline Eigen::VectorXd rank_r_hats(const Mixing& mixing) {
  return sequence_r_hats(mixing.scores)
      .binaryExpr(sequence_r_hats(mixing.folded), [](double of_ranks, double of_folded) {
        return larger_r_hat(of_ranks, of_folded);
      });
}

}  // namespace skald
