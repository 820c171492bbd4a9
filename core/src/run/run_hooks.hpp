// What a run calls while it goes on.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "skald/block.hpp"
#include "skald/context.hpp"

namespace skald::run {

// Where a run pauses, so that others can be compared with it there.

// The first record of the metric that is made when so many rounds, or iterations, are done. Rounds
// are those that have taken place, per chain, without those of a start.
struct PausePoint {
  std::string metric;
  std::int64_t at = 0;
  bool in_rounds = false;

  bool operator==(const PausePoint&) const = default;

  static auto fields(auto& pause) { return std::tie(pause.metric, pause.at, pause.in_rounds); }
};

// Receives the draws of a run that keeps them.
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

// For samplers whose numbers nobody keeps.
class SilentRecorder final : public Recorder {
 public:
  void record(const char*, double) override {}
  void record_vector(const char*, std::span<const double>) override {}
};

}  // namespace skald::run
