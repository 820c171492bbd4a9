// A sampler whose chain is no affine map, but whose first stride is a normal step.
#pragma once

#include "skald/extensions/affine_chain.hpp"

namespace skald {

// What a sampler derives from besides Sampler if the law of its estimate after one stride from one
// point is known, though no later one is: where what it remembers at the start is fixed, and its
// step is normal given that. Asked after start(), by the conformance kit alone. What it tells is
// written from the method's formulas, not by the functions that make its steps: otherwise both
// would be wrong together.
class FirstStride {
 public:
  virtual ~FirstStride() = default;
  // Replaces a start by the mean of the estimate after a stride, both as deviations from x*
  // (d x 1), and writes its covariance (d x d). Returns false, changing nothing, if that is not
  // known with these options.
  virtual bool first_stride(const QuadraticClients& clients, Block mean,
                            Block covariance) const = 0;
};

}  // namespace skald
