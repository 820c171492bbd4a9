#include "conformance/mean_products.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "conformance/finding.hpp"

namespace skald::conformance {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

std::string name_of_average(Index row, Index d) {
  if (row < d) return "mean of coordinate " + std::to_string(row);
  for (Index i = 0, at = d; i < d; ++i) {
    for (Index k = 0; k <= i; ++k) {
      if (at++ != row) continue;
      return i == k ? "second moment of coordinate " + std::to_string(i)
                    : "product of coordinates " + std::to_string(k) + " and " + std::to_string(i);
    }
  }
  return "";
}

// The standard error of a row of averages.
double standard_error(const MatrixXd& averages, Index row) {
  const auto chains = static_cast<double>(averages.cols());
  const Eigen::ArrayXd values = averages.row(row).transpose().array();
  return std::sqrt((values - values.mean()).square().sum() / (chains * (chains - 1)));
}

}  // namespace

Index product_count(Index d) { return d + d * (d + 1) / 2; }

MatrixXd products(const MatrixXd& draws) {
  const Index d = draws.rows();
  MatrixXd all(product_count(d), draws.cols());
  all.topRows(d) = draws;
  Index row = d;
  for (Index i = 0; i < d; ++i) {
    for (Index k = 0; k <= i; ++k) all.row(row++) = draws.row(i).cwiseProduct(draws.row(k));
  }
  return all;
}

Expected expected_products(const oracles::Moments& moments, double tolerance,
                           const MatrixXd& target) {
  const VectorXd& mean = moments.mean;
  const Index d = mean.size();
  const VectorXd sd = target.diagonal().cwiseSqrt();
  Expected expected{VectorXd(product_count(d)), VectorXd(product_count(d))};
  expected.value.head(d) = mean;
  expected.slack.head(d) = tolerance * sd;
  Index row = d;
  for (Index i = 0; i < d; ++i) {
    for (Index k = 0; k <= i; ++k) {
      expected.value(row) = moments.covariance(i, k) + mean(i) * mean(k);
      expected.slack(row++) = tolerance * sd(i) * sd(k);
    }
  }
  return expected;
}

std::string deviation(const MatrixXd& averages, const Expected& expected, Index d) {
  double worst = kLargestScore;
  std::string found;
  for (Index row = 0; row < averages.rows(); ++row) {
    const double mean = averages.row(row).mean(), error = standard_error(averages, row);
    const double excess = std::max(std::abs(mean - expected.value(row)) - expected.slack(row), 0.0);
    if (excess == 0) continue;
    const double score = std::isfinite(mean) ? excess / error : INFINITY;
    if (score <= worst) continue;
    worst = score;
    std::ostringstream text;
    text.precision(4);
    text << name_of_average(row, d) << ": " << mean << " instead of " << expected.value(row)
         << ", off by " << score << " standard errors";
    found = text.str();
  }
  return found;
}

std::string visible(const MatrixXd& averages, const Expected& expected, const MatrixXd& target) {
  const Index d = target.rows();
  const VectorXd sd = target.diagonal().cwiseSqrt();
  const auto least = [&](Index row, double unit) {
    // Twice: once for what is taken for chance, once so that chance does not hide a fault.
    return (expected.slack(row) + 2 * kLargestScore * standard_error(averages, row)) / unit;
  };
  double mean = 0, variance = 0;
  for (Index i = 0; i < d; ++i) mean = std::max(mean, least(i, sd(i)));
  Index row = d;
  for (Index i = 0; i < d; ++i) {
    for (Index k = 0; k <= i; ++k) variance = std::max(variance, least(row++, sd(i) * sd(k)));
  }
  std::ostringstream text;
  text.precision(2);
  text << "sees means off by " << mean << " standard deviations, and covariances off by "
       << 100 * variance << " %";
  return text.str();
}

bool is_within(const MatrixXd& averages, const Expected& expected, double errors) {
  for (Index row = 0; row < averages.rows(); ++row) {
    const double off = std::abs(averages.row(row).mean() - expected.value(row));
    if (!(off + errors * standard_error(averages, row) <= expected.slack(row))) return false;
  }
  return true;
}

bool is_in_doubt(const MatrixXd& averages, const Expected& expected) {
  const VectorXd off = (averages.rowwise().mean() - expected.value).cwiseAbs();
  return (off.array() > expected.slack.array()).any();
}

}  // namespace skald::conformance
