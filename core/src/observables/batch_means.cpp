#include "observables/batch_means.hpp"

#include <algorithm>

#include "observables/chain_moments.hpp"

namespace skald::observables {
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

bool BatchMeans::is_sound() const {
  return is_count(state_[0]) && is_count(state_[1]) && is_count(length()) && state_[0] < length() &&
         state_[1] < static_cast<double>(most_batches);
}

std::int64_t BatchMeans::draws() const { return static_cast<std::int64_t>(state_[1] * length()); }

Batches BatchMeans::batches() const {
  const auto block = [this](Index at) {
    return ConstBlock{state_.data() + at, streams(), full(), streams()};
  };
  return {.coordinates = dimension_,
          .chains = chains_,
          .count = full(),
          .length = length(),
          .sums = block(sums_at()),
          .squares = block(squares_at())};
}

}  // namespace skald::observables
