// A block whose surroundings show whether anything was written there.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "skald/block.hpp"

namespace skald::conformance {

// A rows x cols block with a stride of rows + 3 in storage that begins and ends with an extra
// column; everything outside the block holds one value.
class GuardedBlock {
 public:
  GuardedBlock(Index rows, Index cols)
      : rows_(rows),
        cols_(cols),
        storage_(static_cast<std::size_t>((cols + 2) * stride()), kGuard) {}

  Block block() { return {storage_.data() + stride(), rows_, cols_, stride()}; }
  Eigen::MatrixXd matrix() const {
    return ConstBlock{storage_.data() + stride(), rows_, cols_, stride()}.matrix();
  }
  bool intact() const {
    for (std::size_t i = 0; i < storage_.size(); ++i) {
      const auto at = static_cast<Index>(i);
      const Index column = at / stride() - 1;
      const bool inside = column >= 0 && column < cols_ && at % stride() < rows_;
      if (!inside && storage_[i] != kGuard) return false;
    }
    return true;
  }

 private:
  static constexpr double kGuard = -7.25e77;
  Index stride() const { return rows_ + 3; }

  Index rows_, cols_;
  std::vector<double> storage_;
};

}  // namespace skald::conformance
