// The average of each chain's states along a run.
#pragma once

#include <Eigen/Core>
#include <cstdint>

#include "text/wire.hpp"

namespace skald::run {

class ChainAverage {
 public:
  // Takes the states of all chains, d x C.
  void add(const Eigen::MatrixXd& theta) {
    if (count_++ == 0) sum_.setZero(theta.rows(), theta.cols());
    sum_ += theta;
  }
  // Of one state at least.
  Eigen::MatrixXd mean() const { return sum_ / static_cast<double>(count_); }

  // For checkpoints.
  void save(text::WireWriter& wire) const {
    wire.put(sum_);
    wire.put(count_);
  }
  void restore(text::WireReader& wire) {
    wire.read(sum_);
    wire.read(count_);
  }

 private:
  Eigen::MatrixXd sum_;
  std::int64_t count_ = 0;
};

}  // namespace skald::run
