// One pass of a tile of rows through a network, forward and backward, for one chain or for some
// beside each other, whose images' stages then share registers. T is double or float.
#pragma once

#include <vector>

#include "network/dense_pass.hpp"
#include "network/image_pass.hpp"

namespace skald::network {

template <class T>
class NetworkPass {
 public:
  // The architecture outlives the pass.
  explicit NetworkPass(const Architecture& architecture);

  // As many chains as the columns, which must stay until the last backward().
  // Masks of dropout are those at `choices`, if it has data, otherwise those at theta.
  void set_parameters(ConstBlock theta, ConstBlock choices);
  // Dropout is on in training only. The tile stays until the last backward().
  void forward(const Tile<T>& tile, bool training);
  // Of the rows of a chain after forward(): scores(chain)[c * row_tile + r].
  double* scores(Index chain) const { return scores_[static_cast<std::size_t>(chain)]; }
  // To be called after forward(), when its scores have become derivatives of the rows' losses in
  // the scores: each chain's column of out (+)= its rows' gradients, each scaled down to norm
  // `clip` where it is longer.
  void backward(double clip, bool accumulate, Block out);

 private:
  std::size_t chains() const { return static_cast<std::size_t>(theta_.cols); }
  void set_keys(bool training);
  void forward_images(const Tile<T>& tile);
  const T* input_slopes();
  void set_factors(Index first, Index count, double clip);

  const Architecture& architecture_;
  ImagePass<T> images_;
  std::vector<DensePass<T>> dense_;  // of the chains, or of more
  ConstBlock theta_, choices_;
  std::vector<std::uint64_t> keys_;  // of the chains' masks, or none
  std::vector<double*> scores_;
  Arena<T> input_slopes_;  // of several chains
  Index count_ = 0, rows_of_chain_ = 0;
  double squares_[row_tile] = {}, factors_[row_tile] = {};
  const double* input_squares_ = nullptr;  // of the tile, if they are known
};

}  // namespace skald::network
