// A sampler whose iterations are noisy gradient steps on any potential, so that what its last state
// tells has a bound wherever such steps contract.
#pragma once

#include <limits>

#include "skald/problem.hpp"

namespace skald {

// An iteration takes theta to theta - step grad U(theta) + N(0, 2 step temp I), with noise of its
// own.
struct DescentStep {
  double step = 0;  // h > 0
  double temp = 0;  // T >= 0
  // The rows' gradients in grad U are first scaled down to that norm; infinite: they are not.
  double clip = std::numeric_limits<double>::infinity();
};

// What such a sampler derives from besides Sampler. Asked after start().
class DescentChain {
 public:
  virtual ~DescentChain() = default;
  // Describes every iteration. Returns false, saying nothing, if some iteration is another with the
  // options that the sampler has: by minibatches, momentum, a cohort, several local steps.
  virtual bool describe(const Problem& problem, DescentStep& step) const = 0;
};

}  // namespace skald
