// Running averages over the draws of independent chains.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "observables/count.hpp"
#include "skald/block.hpp"

namespace skald::observables {

// Keeps, for each chain, the mean of its draws and, about a known centre x*, the mean of ||X -
// x*||^2; over all chains, if requested, the covariance of the draws. Sums are of deviations from
// the centre, or from the first draw of chain 0 if there is no centre, so that no large numbers
// cancel; their relative rounding error grows like 1e-16 sqrt(draws). Allocates nothing after
// construction. Averages over no draws are NaN.
class ChainMoments {
 public:
  // `centre` has `dimension` entries. `pooled_covariance` costs d^2 operations per draw.
  ChainMoments(Index dimension, Index chains, const std::optional<Eigen::VectorXd>& centre,
               bool pooled_covariance);

  // Takes one draw of every chain, d x C.
  void observe(ConstBlock theta);
  // Forgets all draws.
  void restart();

  std::int64_t draws() const { return static_cast<std::int64_t>(state_[0]); }  // per chain
  Eigen::MatrixXd means() const;                                               // d x C
  Eigen::VectorXd mean() const;                                                // d, over all chains
  Eigen::VectorXd square_distances() const;  // C, means of ||X - x*||^2; needs a centre
  Eigen::MatrixXd covariance() const;  // d x d about mean(), divisor draws x chains; if requested

  // ||X - x*||^2 of the latest draw, 1 x C; needs a centre. Not part of the state.
  ConstBlock last_square_distances() const { return {last_.data(), 1, chains_, 1}; }

  // The state that a checkpoint saves. An object constructed in the same way continues bit for bit
  // after the state has been copied into it.
  std::span<double> state() { return state_; }
  // Whether the state, if it was overwritten from outside, is one that this class could have
  // written, so that its counts and positions are within bounds.
  bool is_sound() const { return is_count(state_[0]); }

 private:
  using Matrix = Eigen::Map<const Eigen::MatrixXd>;
  // Layout of the state: draws, shift (d), sums (d x C), squares (C), products (d x d or none).
  Index shift_at() const { return 1; }
  Index sums_at() const { return shift_at() + dimension_; }
  Index squares_at() const { return sums_at() + dimension_ * chains_; }
  Index products_at() const { return squares_at() + chains_; }
  Matrix part(Index at, Index rows, Index cols) const { return {state_.data() + at, rows, cols}; }

  Index dimension_;
  Index chains_;
  bool centred_;
  std::vector<double> state_;
  std::vector<double> last_;
  Eigen::MatrixXd deviations_;  // d x C of the latest draw; empty without pooled covariance
};

}  // namespace skald::observables
