// Running averages over the draws of independent chains.
#pragma once

#include <Eigen/Core>

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "skald/block.hpp"

namespace skald::observables {

// Whether chains move: acceptance, and coordinates that stand still.

// Compares every draw of every chain with the one before it. Allocates nothing after construction.
class ChainMoves {
 public:
  ChainMoves(Index dimension, Index chains);

  // Takes one draw of every chain, d x C.
  void observe(ConstBlock theta);
  // Forgets all draws.
  void restart();

  std::int64_t draws() const { return static_cast<std::int64_t>(state_[0]); }  // per chain
  // The share of draws, after the first, that differ from the one before: of a Metropolis chain
  // that is observed at every iteration, the share of accepted proposals. NaN before the second.
  double acceptance() const;
  // The number of coordinates that have kept one value in all draws of some chain.
  Index still() const;

  // The state that a checkpoint saves. An object constructed in the same way continues bit for bit
  // after the state has been copied into it.
  std::span<double> state() { return state_; }
  // Whether the state, if it was overwritten from outside, is one that this class could have
  // written.
  bool is_sound() const;

 private:
  // Layout of the state: draws; how many differed from the one before; how many entries have moved;
  // the latest draw (d x C); 1 for each entry that has moved, else 0.
  static constexpr Index kHeader = 3;
  Index entries() const { return dimension_ * chains_; }
  double* latest() { return state_.data() + kHeader; }
  double* moved() { return state_.data() + kHeader + entries(); }

  Index dimension_, chains_;
  std::vector<double> state_;
};

// Checks counts that are stored among the numbers of a state.

// Returns whether a number can be a count: whole, not negative, and exact as a double.
inline bool is_count(double x) {
  constexpr double most = 9007199254740992;  // 2^53
  return x >= 0 && x <= most && x == std::floor(x);
}

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
