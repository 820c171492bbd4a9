// One branch of a stage of an AffineChain, to be written block by block.
#pragma once

#include <Eigen/Core>

#include "skald/extensions/affine_chain.hpp"

namespace skald {

// z <- matrix z + shift + N(0, noise) on n numbers; at first, z stays as it is.
struct AffineMap {
  Eigen::MatrixXd matrix, shift, noise;  // n x n, n x 1, n x n

  explicit AffineMap(Index n)
      : matrix(Eigen::MatrixXd::Identity(n, n)),
        shift(Eigen::MatrixXd::Zero(n, 1)),
        noise(Eigen::MatrixXd::Zero(n, n)) {}

  // As a branch of the current stage.
  void add_to(AffineStages& stages, double probability = 1) const {
    stages.branch(probability, view(matrix), view(shift), view(noise));
  }
};

}  // namespace skald
