#include "observables/chain_moves.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <limits>

#include "observables/count.hpp"

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

}  // namespace skald::observables
