#include "metrics/batch_means.hpp"

#include <algorithm>
#include <cmath>

#include "metrics/r_hat.hpp"
#include "metrics/undefined.hpp"

namespace skald {
namespace {}  // namespace

BatchMeans::BatchMeans(Index dimension, Index chains) : dimension_(dimension), chains_(chains) {
  state_.resize(static_cast<std::size_t>(squares_at() + streams() * (most_batches + 1)));
  state_[2] = 1;
}

void BatchMeans::observe(ConstBlock values) {
  if (full() == 0 && state_[0] == 0) std::copy_n(values.data, dimension_, state_.begin() + 3);
  const Eigen::Map<const Eigen::VectorXd> shift(state_.data() + 3, dimension_);
  const Index open = full() * streams();
  for (Index j = 0; j < chains_; ++j) {
    const Index at = open + j * dimension_;
    const auto deviation = (values.column(j) - shift).array();
    Eigen::Map<Eigen::ArrayXd>(state_.data() + sums_at() + at, dimension_) += deviation;
    Eigen::Map<Eigen::ArrayXd>(state_.data() + squares_at() + at, dimension_) += deviation.square();
  }
  if (++state_[0] == length()) close_batch();
}

void BatchMeans::close_batch() {
  state_[0] = 0;
  if (++state_[1] < static_cast<double>(most_batches)) return;
  for (Sums sums : {table(sums_at()), table(squares_at())}) {
    for (Index k = 0; k < most_batches / 2; ++k) {
      sums.col(k) = sums.col(2 * k) + sums.col(2 * k + 1);
    }
    sums.rightCols(most_batches / 2 + 1).setZero();
  }
  state_[1] /= 2;
  state_[2] *= 2;
}

void BatchMeans::restart() {
  std::fill(state_.begin(), state_.end(), 0.0);
  state_[2] = 1;
}

std::int64_t BatchMeans::draws() const { return static_cast<std::int64_t>(state_[1] * length()); }

Eigen::MatrixXd BatchMeans::means(Index coordinate, Index first, Index count) const {
  const Means sums = table(sums_at());
  Eigen::MatrixXd result(chains_, count);
  for (Index j = 0; j < chains_; ++j) {
    result.row(j) = sums.row(j * dimension_ + coordinate).segment(first, count) / length();
  }
  return result;
}

Eigen::VectorXd BatchMeans::variances(Index coordinate, Index first, Index count) const {
  const double n = length() * static_cast<double>(count);
  Eigen::VectorXd result(chains_);
  for (Index j = 0; j < chains_; ++j) {
    const Index row = j * dimension_ + coordinate;
    const double sum = table(sums_at()).row(row).segment(first, count).sum();
    const double squares = table(squares_at()).row(row).segment(first, count).sum();
    result[j] = std::max(squares - sum * sum / n, 0.0) / (n - 1);
  }
  return result;
}

Eigen::VectorXd BatchMeans::standard_errors() const {
  Eigen::VectorXd errors = Eigen::VectorXd::Constant(dimension_, undefined);
  if (full() < 2) return errors;
  for (Index i = 0; i < dimension_; ++i) {
    const Eigen::MatrixXd x = means(i, 0, full());
    const auto n = static_cast<double>(x.size());
    errors[i] = std::sqrt((x.array() - x.mean()).square().sum() / (n - 1) / n);
  }
  return errors;
}

Eigen::VectorXd BatchMeans::effective_sample_sizes() const {
  Eigen::VectorXd sizes = standard_errors().array().square();
  if (full() < 2) return sizes;
  const auto n = static_cast<double>(draws());
  const auto chains = static_cast<double>(chains_);
  for (Index i = 0; i < dimension_; ++i) {
    const Eigen::VectorXd means = this->means(i, 0, full()).rowwise().mean();
    const double within = variances(i, 0, full()).sum() * (n - 1);
    const double between = n * (means.array() - means.mean()).square().sum();
    sizes[i] = (within + between) / (n * chains - 1) / sizes[i];
  }
  return sizes;
}

Eigen::VectorXd BatchMeans::split_r_hats() const {
  Eigen::VectorXd result = Eigen::VectorXd::Constant(dimension_, undefined);
  const Index half = full() / 2;
  const double draws = static_cast<double>(half) * length();
  if (draws < 2) return result;
  for (Index i = 0; i < dimension_; ++i) {
    Eigen::VectorXd mean(2 * chains_);
    Eigen::VectorXd variance(2 * chains_);
    mean << means(i, 0, half).rowwise().mean(), means(i, full() - half, half).rowwise().mean();
    variance << variances(i, 0, half), variances(i, full() - half, half);
    result[i] = r_hat(mean, variance, draws);
  }
  return result;
}

}  // namespace skald
