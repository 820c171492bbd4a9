// The predictive average: class probabilities averaged over draws of all chains.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "observables/chain_moments.hpp"
#include "skald/block.hpp"

namespace skald::observables {

class Predictive {
 public:
  // `rows`: number of test rows.
  Predictive(Index classes, Index rows);

  // Takes the probabilities at one draw of one chain, classes x rows. Allocates nothing. Throws
  // std::invalid_argument for another shape.
  void observe(ConstBlock probabilities);
  // Forgets all draws.
  void restart();

  std::int64_t draws() const { return static_cast<std::int64_t>(state_[0]); }  // of all chains
  Eigen::MatrixXd average() const;  // classes x rows; NaN without draws

  // The state that a checkpoint saves. An object constructed in the same way continues bit for bit
  // after the state has been copied into it.
  std::span<double> state() { return state_; }
  // Whether the state, if it was overwritten from outside, is one that this class could have
  // written, so that its counts and positions are within bounds.
  bool is_sound() const { return is_count(state_[0]); }

 private:
  Index classes_;
  Index rows_;
  std::vector<double> state_;  // draws, then sums (classes x rows)
};

}  // namespace skald::observables
