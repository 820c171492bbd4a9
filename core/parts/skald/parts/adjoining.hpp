// Blocks whose columns adjoin each other, as all states of one client do: arithmetic on them runs
// through all numbers at once, which matters where columns are short.
#pragma once

#include <stdexcept>

#include "skald/block.hpp"

namespace skald {

inline bool columns_adjoin(const ConstBlock& block) {
  return block.stride == block.rows || block.cols <= 1;
}

inline void require_adjoining(const ConstBlock& block) {
  if (!columns_adjoin(block)) {
    throw std::invalid_argument(
        "block: its columns are expected to adjoin each other, but there are gaps between them: "
        "copy them to a matrix of their own");
  }
}

// The block as a matrix. Throws std::invalid_argument if there are gaps between its columns.
inline Eigen::Map<Eigen::MatrixXd> adjoining(const Block& block) {
  require_adjoining(block);
  return {block.data, block.rows, block.cols};
}
inline Eigen::Map<const Eigen::MatrixXd> adjoining(const ConstBlock& block) {
  require_adjoining(block);
  return {block.data, block.rows, block.cols};
}

}  // namespace skald
