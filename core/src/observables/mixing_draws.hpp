// What chains are judged by: averages of coordinates and of their ranks, over all draws of a run.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "skald/block.hpp"
#include "skald/observables.hpp"

namespace skald::observables {

// The sequences of all chains, cut into halves. Matrices are as in Batches, with twice the chains.
struct MixingBatches {
  Index coordinates = 0, sequences = 0;
  double length = 1;
  Eigen::MatrixXd values, value_squares;   // of x, minus a fixed point
  Eigen::MatrixXd scores, score_squares;   // of normal scores of ranks
  Eigen::MatrixXd folded, folded_squares;  // of those of distances from the median
  Eigen::MatrixXd low, high;               // of x <= the 5 % and the 95 % quantile, 0 or 1

  // Views of the above.
  Mixing view() const;
};

// Keeps every draw as long as there are at most most_batches(chains) per chain; ranks are then
// those among all draws, so that averages are those of Vehtari et al. (2021), eq. 14 and
// section 4.3, to the last digit. Later draws are kept as sums over batches, whose length doubles
// whenever there are as many, and get the score that a draw of their value had among those first
// ones, by linear interpolation between 128 of their quantiles; beyond those of 0.1 % and 99.9 % it
// is constant. Any increasing score serves to see whether chains agree and how fast they forget, as
// long as it tells draws apart: the first draw of every batch is kept, and where these are not
// distributed as the first ones were (a chain that was still on its way), scores are anew those
// among them, and each stands for its batch.
class MixingDraws {
 public:
  static constexpr std::int64_t kAnyNumber = std::numeric_limits<std::int64_t>::max();

  // 1024 up to 16 chains, then fewer, and at least 64.
  static Index most_batches(Index chains);

  // `most_draws`: how many draws of each chain there will be at most, for which memory is taken.
  MixingDraws(Index coordinates, Index chains, std::int64_t most_draws = kAnyNumber);

  // Takes one draw of every chain, coordinates x C. Allocates once in a run, when the first batches
  // are merged. Throws std::logic_error if there are more than most_draws.
  void observe(ConstBlock values);
  // Forgets all draws.
  void restart();

  // Without columns while there are fewer than eight draws per chain. Draws of an unfinished batch,
  // and the middle batch of an odd number, do not count.
  MixingBatches batches() const;

  Index coordinates() const { return coordinates_; }

  // The state that a checkpoint saves. An object constructed in the same way continues bit for bit
  // after the state has been copied into it.
  std::span<double> state() { return state_; }
  // Whether the state, if it was overwritten from outside, is one that this class could have
  // written, so that its counts and positions are within bounds.
  bool is_sound() const;

 private:
  // Sums over batches, one row per coordinate and chain, one column per batch; the column after the
  // last full one belongs to the unfinished one. Those behind the first two are kept from the first
  // merge on, if there can be one.
  enum Sum {
    value,
    value_square,
    score,
    score_square,
    fold,
    fold_square,
    low,
    high,
    kept,  // no sum: the batch's first draw
    kSums,
    kUnmerged = score
  };
  static constexpr Index kNodes = 128;
  // Scores by value: the nodes, in order, and their scores.
  static constexpr Index kScores = 2 * kNodes;
  // How the scores of a coordinate are found: the 5 % and 95 % quantiles and the median; its
  // scores; those of its distance from the median.
  static constexpr Index kTable = 3 + 2 * kScores;

  // Layout of the state: draws in the unfinished batch, full batches, batch length; shift (one per
  // coordinate, the first draw of chain 0); tables, if draws may be merged; sums.
  Index tables_at() const { return 3 + coordinates_; }
  Index sums_at() const { return tables_at() + (may_merge_ ? coordinates_ * kTable : 0); }
  Index streams() const { return coordinates_ * chains_; }
  Index full() const { return static_cast<Index>(state_[1]); }
  double length() const { return state_[2]; }
  double* at(Sum sum, Index batch) {
    return state_.data() + sums_at() + (sum * (most_ + 1) + batch) * streams();
  }
  const double* at(Sum sum, Index batch) const {
    return const_cast<MixingDraws*>(this)->at(sum, batch);
  }
  double* table(Index coordinate) { return state_.data() + tables_at() + coordinate * kTable; }
  const double* table(Index coordinate) const {
    return const_cast<MixingDraws*>(this)->table(coordinate);
  }

  // Those of x, which stands for so many draws.
  void add_scores(Index batch, Index stream, double x, double draws = 1);
  void close_batch();
  void score_all();
  void score_anew(Index coordinate, const Eigen::MatrixXd& draws);
  void make_table(Index coordinate, const Eigen::MatrixXd& draws);
  bool suits(Index coordinate, const Eigen::MatrixXd& draws) const;
  void merge_pairs();
  Eigen::MatrixXd draws_of(Index coordinate, Sum sum = value) const;
  Eigen::MatrixXd halves(Sum sum) const;
  void rank_all(MixingBatches& batches) const;

  Index coordinates_, chains_, most_;
  bool may_merge_;
  std::vector<double> state_;
};

}  // namespace skald::observables
