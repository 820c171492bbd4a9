// One pass of a tile of rows through a network, forward and backward. T is double or float.
#pragma once

#include <span>

#include "network/dense_pass.hpp"
#include "network/image_pass.hpp"

namespace skald::network {

template <class T>
class NetworkPass {
 public:
  // The architecture outlives the pass.
  explicit NetworkPass(const Architecture& architecture);

  void set_parameters(std::span<const double> theta);
  // The rows' scores, scores[c * row_tile + r]; valid until the next call. Dropout is on in
  // training only.
  double* forward(const Tile<T>& tile, bool training);
  // To be called after forward(), when its scores have become derivatives of the rows' losses in
  // the scores: out (+)= the rows' gradients, each scaled down to norm `clip` where it is longer.
  void backward(double clip, bool accumulate, double* out);

 private:
  void set_factors(Index first, Index count, double clip);

  const Architecture& architecture_;
  ImagePass<T> images_;
  DensePass<T> dense_;
  std::span<const double> theta_;
  MaskKey key_;
  Index count_ = 0;
  double squares_[row_tile] = {}, factors_[row_tile] = {};
};

}  // namespace skald::network
