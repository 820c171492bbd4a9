// Receives the draws of a run that keeps them.
#pragma once

#include <cstdint>

#include "skald/block.hpp"

namespace skald::run {

class SampleSink {
 public:
  virtual ~SampleSink() = default;
  // Prepares for a run that continues from a checkpoint: keeps the first `count` draws, which have
  // the shape of theta, and forgets the later ones. Throws std::runtime_error if they are not
  // there.
  virtual void go_on_after(std::int64_t count, ConstBlock theta) = 0;
  // Keeps draw number `index` (consecutive from 0 or from the checkpoint's count) of all chains, d
  // x C. Throws std::runtime_error if it cannot be written.
  virtual void keep(std::int64_t index, ConstBlock theta) = 0;
  // Makes all draws given so far durable; called before a checkpoint is saved.
  virtual void flush() = 0;
};

}  // namespace skald::run
