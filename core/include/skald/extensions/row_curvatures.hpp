// Extension of a model whose rows have curvatures that can be clipped one by one.
#pragma once

#include "skald/model.hpp"

namespace skald {

class RowCurvatures {
 public:
  static constexpr const char* id = "skald.row_curvatures/1";
  virtual ~RowCurvatures() = default;
  // out (d x d) = sum over the rows of H_r min(1, clip / |H_r|), with H_r >= 0 the Hessian of the
  // row's -log p(z | theta) at theta (d x 1), and |.| the Frobenius norm; clip > 0, or infinite. A
  // row of another value moves the sum by at most sqrt(2) clip, since tr(A B) >= 0 for A, B >= 0.
  virtual void clipped_curvature(const Rows& rows, double clip, ConstBlock theta,
                                 Block out) const = 0;
};

}  // namespace skald
