// Whether chains move: acceptance, and coordinates that stand still.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "skald/block.hpp"

namespace skald::observables {

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

}  // namespace skald::observables
