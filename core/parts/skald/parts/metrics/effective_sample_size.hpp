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

// The same estimated from `batches` consecutive batches of equal length per chain, without the
// draws left over: n Var(draws) / (length Var(batch means)), variances over all chains. Throws
// std::invalid_argument unless 2 <= batches <= draws.
inline double batch_means_ess(const ScalarDraws& draws, Index batches) {
  if (batches < 2 || batches > draws.rows() || draws.cols() < 1) {
    throw std::invalid_argument("batch means: found " + std::to_string(batches) + " batches of " +
                                std::to_string(draws.rows()) + " draws and " +
                                std::to_string(draws.cols()) +
                                " chains, expected 2 batches to as many as there are draws");
  }
  const Eigen::Index length = draws.rows() / batches;
  Eigen::MatrixXd means(batches, draws.cols());
  for (Eigen::Index k = 0; k < batches; ++k) {
    means.row(k) = draws.middleRows(k * length, length).colwise().mean();
  }
  const Eigen::MatrixXd used = draws.topRows(batches * length);
  return static_cast<double>(used.size()) * detail::sample_variance(used.reshaped()) /
         (static_cast<double>(length) * detail::sample_variance(means.reshaped()));
}

// Monte Carlo standard error of the mean of all draws: sd / sqrt(autocorrelation_ess).
inline double monte_carlo_error(const ScalarDraws& draws) {
  return std::sqrt(detail::pooled_variance(draws) / autocorrelation_ess(draws));
}

}  // namespace skald
