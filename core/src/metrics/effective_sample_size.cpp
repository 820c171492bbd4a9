#include "metrics/effective_sample_size.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace skald {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

void check(const Draws& draws) {
  if (draws.rows() < 4 || draws.cols() < 1) {
    throw std::invalid_argument("effective sample size: found " + std::to_string(draws.rows()) +
                                " draws of " + std::to_string(draws.cols()) +
                                " chains, expected at least 4 draws of 1 chain");
  }
}

// Deviations of every chain from its own mean.
MatrixXd centred(const Draws& draws) { return draws.rowwise() - draws.colwise().mean(); }

// Autocovariance at `lag`, divisor the number of draws, mean over chains.
double autocovariance(const MatrixXd& deviations, Index lag) {
  const Index pairs = deviations.rows() - lag;
  return deviations.topRows(pairs).cwiseProduct(deviations.bottomRows(pairs)).sum() /
         static_cast<double>(deviations.size());
}

double sample_variance(const Eigen::VectorXd& x) {
  return x.size() < 2 ? 0
                      : (x.array() - x.mean()).square().sum() / static_cast<double>(x.size() - 1);
}

// Variance of a draw: within chains and between their means.
double pooled_variance(const Draws& draws) {
  return autocovariance(centred(draws), 0) + sample_variance(draws.colwise().mean());
}

}  // namespace

double autocorrelation_ess(const Draws& draws) {
  check(draws);
  const MatrixXd deviations = centred(draws);
  const double within = autocovariance(deviations, 0);
  const double variance = within + sample_variance(draws.colwise().mean());
  const auto correlation = [&](Index lag) {
    return 1 - (within - autocovariance(deviations, lag)) / variance;
  };
  double sum = 0;
  double pair = std::numeric_limits<double>::infinity();
  for (Index lag = 0; lag + 1 < draws.rows(); lag += 2) {
    const double next = correlation(lag) + correlation(lag + 1);
    if (next <= 0) break;
    pair = std::min(pair, next);
    sum += pair;
  }
  const auto n = static_cast<double>(draws.size());
  return std::isfinite(variance) && variance > 0 ? n / std::max(2 * sum - 1, 1 / std::log10(n))
                                                 : std::numeric_limits<double>::quiet_NaN();
}

double batch_means_ess(const Draws& draws, Index batches) {
  if (batches < 2 || batches > draws.rows() || draws.cols() < 1) {
    throw std::invalid_argument("batch means: found " + std::to_string(batches) + " batches of " +
                                std::to_string(draws.rows()) + " draws and " +
                                std::to_string(draws.cols()) +
                                " chains, expected 2 batches to as many as there are draws");
  }
  const Index length = draws.rows() / batches;
  MatrixXd means(batches, draws.cols());
  for (Index k = 0; k < batches; ++k) {
    means.row(k) = draws.middleRows(k * length, length).colwise().mean();
  }
  const MatrixXd used = draws.topRows(batches * length);
  return static_cast<double>(used.size()) * sample_variance(used.reshaped()) /
         (static_cast<double>(length) * sample_variance(means.reshaped()));
}

double monte_carlo_error(const Draws& draws) {
  return std::sqrt(pooled_variance(draws) / autocorrelation_ess(draws));
}

}  // namespace skald
