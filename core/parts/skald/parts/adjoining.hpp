// Blocks whose columns adjoin each other, as all states of one client do: arithmetic on them runs
// through all numbers at once, which matters where columns are short.
#pragma once

#include <cassert>

#include "skald/block.hpp"

namespace skald {

inline bool columns_adjoin(const ConstBlock& block) {
  return block.stride == block.rows || block.cols <= 1;
}

// The block as a matrix; its columns must adjoin.
inline Eigen::Map<Eigen::MatrixXd> adjoining(const Block& block) {
  assert(columns_adjoin(block));
  return {block.data, block.rows, block.cols};
}
inline Eigen::Map<const Eigen::MatrixXd> adjoining(const ConstBlock& block) {
  assert(columns_adjoin(block));
  return {block.data, block.rows, block.cols};
}

}  // namespace skald
