// The average of each chain's states along a run.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <stdexcept>

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
  // Throws std::runtime_error unless it is one of states like theta.
  void restore(text::WireReader& wire, const Eigen::MatrixXd& theta) {
    wire.read(sum_);
    wire.read(count_);
    const bool is_alike = sum_.rows() == theta.rows() && sum_.cols() == theta.cols();
    if (count_ == 0 ? sum_.size() > 0 : count_ < 0 || !is_alike)
      throw std::runtime_error("the checkpoint has another shape of the chains' averages");
  }

 private:
  Eigen::MatrixXd sum_;
  std::int64_t count_ = 0;
};

}  // namespace skald::run
