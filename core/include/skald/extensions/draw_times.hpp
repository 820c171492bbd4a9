// A sampler that has draws at some iterations only.
#pragma once

#include <cstdint>

namespace skald {

// What a sampler may derive from besides Sampler, if it adapts, collects or explores. Runs whose
// averages would take anything but draws are refused.
class DrawTimes {
 public:
  virtual ~DrawTimes() = default;
  // Whether theta is a draw of the target after this many iterations, at least 1. Known before
  // start().
  virtual bool is_draw(std::int64_t iterations) const = 0;
};

}  // namespace skald
