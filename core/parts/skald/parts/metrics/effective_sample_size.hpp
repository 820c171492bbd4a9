// The number of independent draws that a sample is worth. `draws` is draws x chains of one scalar
// quantity.
#pragma once

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "skald/block.hpp"
#include "skald/observables.hpp"

namespace skald {

using ScalarDraws = Eigen::Ref<const Eigen::MatrixXd>;

namespace detail {

inline void require_draws(const ScalarDraws& draws) {
  if (draws.rows() < 4 || draws.cols() < 1) {
    throw std::invalid_argument("effective sample size: found " + std::to_string(draws.rows()) +
                                " draws of " + std::to_string(draws.cols()) +
                                " chains, expected at least 4 draws of 1 chain");
  }
}

// Deviations of the draws of every chain from its mean.
inline Eigen::MatrixXd centred(const ScalarDraws& draws) {
  return draws.rowwise() - draws.colwise().mean();
}

// Autocovariance at `lag`, divisor the number of draws, mean over chains.
inline double autocovariance(const Eigen::MatrixXd& deviations, Eigen::Index lag) {
  const Eigen::Index pairs = deviations.rows() - lag;
  return deviations.topRows(pairs).cwiseProduct(deviations.bottomRows(pairs)).sum() /
         static_cast<double>(deviations.size());
}

inline double sample_variance(const Eigen::VectorXd& x) {
  return x.size() < 2 ? 0
                      : (x.array() - x.mean()).square().sum() / static_cast<double>(x.size() - 1);
}

// Variance of a draw: the variance within chains plus that between their means.
inline double pooled_variance(const ScalarDraws& draws) {
  return autocovariance(centred(draws), 0) + sample_variance(draws.colwise().mean());
}

}  // namespace detail

// Number of draws divided by 1 + 2 sum_k rho_k, with the sum truncated by Geyer's initial monotone
// sequence (Geyer 1992, section 3.3). Autocorrelations are those of all chains together, so that
// chains that disagree have few effective draws (Vehtari et al. 2021, eqs 10 to 12); as there, the
// result is at most n log10(n) for n draws in all. NaN when all draws are equal. Time O(draws x
// correlation length). Throws std::invalid_argument with fewer than 4 draws or no chain.
inline double autocorrelation_ess(const ScalarDraws& draws) {
  detail::require_draws(draws);
  const Eigen::MatrixXd deviations = detail::centred(draws);
  const double within = detail::autocovariance(deviations, 0);
  const double variance = within + detail::sample_variance(draws.colwise().mean());
  const auto correlation = [&](Eigen::Index lag) {
    return 1 - (within - detail::autocovariance(deviations, lag)) / variance;
  };
  double sum = 0;
  double pair = std::numeric_limits<double>::infinity();
  for (Eigen::Index lag = 0; lag + 1 < draws.rows(); lag += 2) {
    const double next = correlation(lag) + correlation(lag + 1);
    if (next <= 0) break;
    pair = std::min(pair, next);
    sum += pair;
  }
  const auto n = static_cast<double>(draws.size());
  return std::isfinite(variance) && variance > 0 ? n / std::max(2 * sum - 1, 1 / std::log10(n))
                                                 : std::numeric_limits<double>::quiet_NaN();
}

// Monte Carlo standard error of the mean of all draws: sd / sqrt(autocorrelation_ess).
inline double monte_carlo_error(const ScalarDraws& draws) {
  return std::sqrt(detail::pooled_variance(draws) / autocorrelation_ess(draws));
}

// The same of a coordinate's sums over batches of draws; for batches of one draw, the same number.
// Otherwise the autocorrelations are those of batch means, so that correlations shorter than a
// batch count, too: Var(draws) / Var(average). NaN if there are fewer than four batches.
inline double batched_ess(const Batches& batches, Index coordinate) {
  if (batches.count < 4) return std::numeric_limits<double>::quiet_NaN();
  const auto count = static_cast<double>(batches.count);
  const double draws = count * batches.length;
  Eigen::MatrixXd means(batches.count, batches.chains);
  double within = 0;
  for (Index j = 0; j < batches.chains; ++j) {
    const Index row = j * batches.coordinates + coordinate;
    means.col(j) = batches.sums.matrix().row(row).transpose() / batches.length;
    const double mean = means.col(j).mean();
    const double square = batches.squares.matrix().row(row).sum() / draws;
    within += std::max(square - mean * mean, 0.0) / static_cast<double>(batches.chains);
  }
  const double of_batches = autocorrelation_ess(means);
  if (batches.length == 1) return of_batches;
  const double variance = within + detail::sample_variance(means.colwise().mean());
  const double n = draws * static_cast<double>(batches.chains);
  return std::min(variance / detail::pooled_variance(means) * of_batches, n * std::log10(n));
}

// The same of every coordinate.
inline Eigen::VectorXd effective_sizes(const Batches& batches) {
  Eigen::VectorXd found(batches.coordinates);
  for (Index i = 0; i < batches.coordinates; ++i) found[i] = batched_ess(batches, i);
  return found;
}

// Monte Carlo standard error of the coordinate's average: sd / sqrt(batched_ess).
inline double batched_error(const Batches& batches, Index coordinate) {
  double sum = 0, squares = 0;
  for (Index j = 0; j < batches.chains; ++j) {
    const Index row = j * batches.coordinates + coordinate;
    sum += batches.sums.matrix().row(row).sum();
    squares += batches.squares.matrix().row(row).sum();
  }
  const double n = batches.length * static_cast<double>(batches.count * batches.chains);
  const double variance = std::max(squares - sum * sum / n, 0.0) / (n - 1);
  return std::sqrt(variance / batched_ess(batches, coordinate));
}

// Whether chains have one law: the R-hat of several sequences of draws of one scalar quantity.
// Of a run it is that of ranks, over the halves of all chains (Vehtari, Gelman, Simpson, Carpenter
// and Bürkner 2021, sections 2 and 4.1): see rank_r_hats() in batch_means.hpp, and
// report::rank_r_hat() for draws that were kept.

// R-hat of m >= 2 sequences of `length` draws of one scalar, from their means and variances
// (divisor length - 1): sqrt(((length-1)/length W + Var(means)) / W), W the mean variance. +inf
// when no sequence moves and they differ; NaN when all draws are equal.
inline double r_hat(const Eigen::VectorXd& means, const Eigen::VectorXd& variances, double length) {
  const double within = variances.mean();
  const double between =
      (means.array() - means.mean()).square().sum() / static_cast<double>(means.size() - 1);
  return std::sqrt(((length - 1) / length * within + between) / within);
}

// Returns the halves of every chain as chains, half the draws x twice the chains; the middle draw
// of an odd number is left out. `draws` is draws x chains. Throws std::invalid_argument with fewer
// than 4 draws or no chain.
inline Eigen::MatrixXd chain_halves(const Eigen::Ref<const Eigen::MatrixXd>& draws) {
  const Eigen::Index half = draws.rows() / 2;
  const Eigen::Index chains = draws.cols();
  if (half < 2 || chains < 1) {
    throw std::invalid_argument("split R-hat: found " + std::to_string(draws.rows()) +
                                " draws of " + std::to_string(chains) +
                                " chains, expected at least 4 draws of 1 chain");
  }
  Eigen::MatrixXd halves(half, 2 * chains);
  halves << draws.topRows(half), draws.bottomRows(half);
  return halves;
}

// R-hat of two or more sequences, length x sequences.
inline double sequence_r_hat(const Eigen::Ref<const Eigen::MatrixXd>& sequences) {
  const Eigen::VectorXd means = sequences.colwise().mean();
  const Eigen::VectorXd variances =
      (sequences.rowwise() - means.transpose()).colwise().squaredNorm() /
      static_cast<double>(sequences.rows() - 1);
  return r_hat(means, variances, static_cast<double>(sequences.rows()));
}

// The R-hat of a quantity, from that of its ranks and that of the ranks of its distances from the
// median: the larger one. Draws of two values fold into one, of which no R-hat exists.
inline double larger_r_hat(double of_ranks, double of_folded) {
  return std::isnan(of_folded) ? of_ranks : std::max(of_ranks, of_folded);
}

// Errors of averages over correlated draws, from the means of consecutive batches.

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
