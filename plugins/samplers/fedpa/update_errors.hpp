// How far the updates of a round are from the exact ones that they estimate.
#pragma once

#include <Eigen/Core>
#include <cmath>

#include "skald/block.hpp"

namespace skald {

class UpdateErrors {
 public:
  // Forgets all updates; at most `updates` will be added.
  void start(Index dimension, Index updates) {
    errors_.resize(dimension, updates);
    count_ = 0;
    angles_ = 0;
  }
  void add(const Eigen::VectorXd& update, const Eigen::VectorXd& exact) {
    errors_.col(count_++) = update - exact;
    const double projection = update.dot(exact) / exact.norm();
    angles_ += std::atan2((update - projection / exact.norm() * exact).norm(), projection);
  }

  Index count() const { return count_; }
  // Norm of the average error. This and the angle need an update, the covariance two.
  double bias() const { return errors().rowwise().mean().norm(); }
  // Average angle between an update and the exact one, in radians: their error apart from the size
  // of the server's step.
  double angle() const { return angles_ / static_cast<double>(count_); }
  // Frobenius norm of the errors' covariance (divisor: updates - 1), which is that of the Gram
  // matrix of the centred errors.
  double covariance_norm() const {
    const Eigen::MatrixXd centred = errors().colwise() - errors().rowwise().mean();
    return (centred.transpose() * centred).norm() / static_cast<double>(count_ - 1);
  }

 private:
  Eigen::MatrixXd::ConstColsBlockXpr errors() const { return errors_.leftCols(count_); }

  Eigen::MatrixXd errors_;
  Index count_ = 0;
  double angles_ = 0;
};

}  // namespace skald
