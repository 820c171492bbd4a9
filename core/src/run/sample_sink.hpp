// Takes the draws of a run that keeps them.
#pragma once

#include <cstdint>

#include "skald/block.hpp"

namespace skald::run {

class SampleSink {
 public:
  virtual ~SampleSink() = default;
  // The run goes on from a checkpoint that was saved after `count` draws of the shape of theta:
  // they stay, and what came after them is forgotten. Throws std::runtime_error where they are not
  // there.
  virtual void go_on_after(std::int64_t count, ConstBlock theta) = 0;
  // Draw number `index` (0, 1, ..., or on from those before) of all chains, d x C. Throws
  // std::runtime_error where it cannot be written.
  virtual void keep(std::int64_t index, ConstBlock theta) = 0;
  // Nothing given before is lost, whatever ends: called before a checkpoint is saved.
  virtual void flush() = 0;
};

}  // namespace skald::run
