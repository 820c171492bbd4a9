#include "observables/chain_moments.hpp"

#include <algorithm>

namespace skald::observables {

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
