// Means of batches of correlated draws, in bounded memory.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "skald/block.hpp"
#include "skald/observables.hpp"

namespace skald::observables {

// Means and mean squares of consecutive batches of draws, for each coordinate and chain. When
// `most_batches` are full, neighbouring ones are merged and the batch length doubles, so that there
// are 32 to 64 batches from the 32nd draw on, however long the run (Flegal and Jones 2010 for batch
// means; Gong and Flegal 2016 for doubling). The draws of an unfinished batch do not count.
class BatchMeans {
 public:
  static constexpr Index most_batches = 64;

  BatchMeans(Index dimension, Index chains);

  // Takes one draw of every chain, d x C. Allocates nothing.
  void observe(ConstBlock values);
  // Forgets all draws.
  void restart();

  std::int64_t draws() const;  // per chain, in full batches
  // The full batches; valid until the next call.
  Batches batches() const;

  // The state that a checkpoint saves. An object constructed in the same way continues bit for bit
  // after the state has been copied into it.
  std::span<double> state() { return state_; }
  // Whether the state, if it was overwritten from outside, is one that this class could have
  // written, so that its counts and positions are within bounds.
  bool is_sound() const;

 private:
  using Sums = Eigen::Map<Eigen::MatrixXd>;

  // Layout of the state: number of draws in the unfinished batch, number of full batches, batch
  // length, shift (d, the first draw of chain 0), then sums and sums of squares of the deviations
  // from it, one row per coordinate and chain, one column per batch. The column after the last full
  // batch belongs to the unfinished one.
  Index streams() const { return dimension_ * chains_; }
  Index sums_at() const { return 3 + dimension_; }
  Index squares_at() const { return sums_at() + streams() * (most_batches + 1); }
  Sums table(Index at) { return {state_.data() + at, streams(), most_batches + 1}; }
  Index full() const { return static_cast<Index>(state_[1]); }
  double length() const { return state_[2]; }
  void close_batch();

  Index dimension_;
  Index chains_;
  std::vector<double> state_;
};

}  // namespace skald::observables
