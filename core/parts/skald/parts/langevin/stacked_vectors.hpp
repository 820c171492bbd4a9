// Names for the parts of the state of an AffineChain.
#pragma once

#include <Eigen/Core>

#include "skald/block.hpp"

namespace skald {

// A state z that holds a number of vectors of d coordinates, one after another.
class StackedVectors {
 public:
  StackedVectors(Index vectors, Index d) : vectors_(vectors), d_(d) {}
  Index d() const { return d_; }
  Index size() const { return vectors_ * d_; }
  // The d x n matrix B by which B z is the vector of that number; z + B' v adds v to it.
  Eigen::MatrixXd operator[](Index vector) const {
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(d_, size());
    matrix.middleCols(vector * d_, d_).setIdentity();
    return matrix;
  }

 private:
  Index vectors_, d_;
};

}  // namespace skald
