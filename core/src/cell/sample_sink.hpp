// Where a run's draws go that are to be kept.
#pragma once

#include <cstdint>

#include "skald/block.hpp"

namespace skald {

class SampleSink {
 public:
  virtual ~SampleSink() = default;
  // Draw number `index` (0, 1, ...) of all chains, d x C. A run that goes on from a checkpoint
  // gives those after the checkpoint anew: what there was from `index` on is forgotten. Throws
  // std::runtime_error where earlier draws are not there, or where they cannot be written.
  virtual void keep(std::int64_t index, ConstBlock theta) = 0;
  // Nothing given before is lost, whatever ends: called before a checkpoint is saved.
  virtual void flush() = 0;
};

}  // namespace skald
