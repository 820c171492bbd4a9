// A sampler whose first iterations are no draws.
#pragma once

#include "skald/block.hpp"

namespace skald {

// What a sampler may derive from besides Sampler. Runs whose burn-in does not cover the warm-up are
// refused, so that none of it enters averages.
class WarmUp {
 public:
  virtual ~WarmUp() = default;
  // The number of first iterations that adapt or collect, and leave no draws of the target. Known
  // before start().
  virtual Index warm_up() const = 0;
};

}  // namespace skald
