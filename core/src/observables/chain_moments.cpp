#include "observables/chain_moments.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <limits>

namespace skald::observables {

ChainMoves::ChainMoves(Index dimension, Index chains)
    : dimension_(dimension),
      chains_(chains),
      state_(static_cast<std::size_t>(kHeader + 2 * dimension * chains)) {}

void ChainMoves::restart() { std::fill(state_.begin(), state_.end(), 0.0); }

void ChainMoves::observe(ConstBlock theta) {
  const bool is_first = state_[0] == 0;
  const bool have_all_moved = state_[2] == static_cast<double>(entries());
  for (Index j = 0; j < chains_; ++j) {
    const double* now = theta.data + j * theta.stride;
    double* before = latest() + j * dimension_;
    const bool has_moved = !is_first && !std::equal(now, now + dimension_, before);
    if (has_moved && !have_all_moved) {
      double* entry = moved() + j * dimension_;
      for (Index i = 0; i < dimension_; ++i) {
        if (now[i] == before[i] || entry[i] != 0) continue;
        entry[i] = 1;
        state_[2] += 1;
      }
    }
    state_[1] += has_moved ? 1 : 0;
    if (is_first || has_moved) std::copy_n(now, dimension_, before);
  }
  state_[0] += 1;
}

double ChainMoves::acceptance() const {
  if (state_[0] < 2) return std::numeric_limits<double>::quiet_NaN();
  return state_[1] / ((state_[0] - 1) * static_cast<double>(chains_));
}

Index ChainMoves::still() const {
  if (state_[2] == static_cast<double>(entries())) return 0;
  const Eigen::Map<const Eigen::ArrayXXd> moved(state_.data() + kHeader + entries(), dimension_,
                                                chains_);
  return (moved == 0).rowwise().any().count();
}

bool ChainMoves::is_sound() const {
  return is_count(state_[0]) && is_count(state_[1]) && is_count(state_[2]) &&
         state_[2] <= static_cast<double>(entries());
}

ChainMoments::ChainMoments(Index dimension, Index chains,
                           const std::optional<Eigen::VectorXd>& centre, bool pooled_covariance)
    : dimension_(dimension),
      chains_(chains),
      centred_(centre.has_value()),
      last_(static_cast<std::size_t>(chains)) {
  const Index products = pooled_covariance ? dimension * dimension : 0;
  state_.resize(static_cast<std::size_t>(products_at() + products));
  if (centre) std::copy(centre->begin(), centre->end(), state_.begin() + shift_at());
  if (pooled_covariance) deviations_.resize(dimension, chains);
}

void ChainMoments::observe(ConstBlock theta) {
  if (!centred_ && draws() == 0) {
    std::copy_n(theta.data, dimension_, state_.begin() + shift_at());
  }
  ++state_[0];
  const Eigen::Map<const Eigen::VectorXd> shift(state_.data() + shift_at(), dimension_);
  for (Index j = 0; j < chains_; ++j) {
    const auto deviation = theta.column(j) - shift;
    Eigen::Map<Eigen::VectorXd>(state_.data() + sums_at() + j * dimension_, dimension_) +=
        deviation;
    const double square = deviation.squaredNorm();
    state_[static_cast<std::size_t>(squares_at() + j)] += square;
    last_[static_cast<std::size_t>(j)] = square;
  }
  if (deviations_.size() == 0) return;
  deviations_ = theta.matrix().colwise() - shift;
  Eigen::Map<Eigen::MatrixXd>(state_.data() + products_at(), dimension_, dimension_)
      .selfadjointView<Eigen::Lower>()
      .rankUpdate(deviations_);
}

void ChainMoments::restart() {
  state_[0] = 0;
  std::fill(state_.begin() + sums_at(), state_.end(), 0.0);
}

Eigen::MatrixXd ChainMoments::means() const {
  const Eigen::VectorXd shift = part(shift_at(), dimension_, 1);
  return (part(sums_at(), dimension_, chains_) / state_[0]).colwise() + shift;
}

Eigen::VectorXd ChainMoments::mean() const { return means().rowwise().mean(); }

Eigen::VectorXd ChainMoments::square_distances() const {
  return part(squares_at(), chains_, 1) / state_[0];
}

Eigen::MatrixXd ChainMoments::covariance() const {
  const double n = state_[0] * static_cast<double>(chains_);
  const Eigen::VectorXd mean = part(sums_at(), dimension_, chains_).rowwise().sum() / n;
  Eigen::MatrixXd products =
      part(products_at(), dimension_, dimension_).selfadjointView<Eigen::Lower>();
  return products / n - mean * mean.transpose();
}

}  // namespace skald::observables
