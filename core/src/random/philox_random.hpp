// The host's random streams: counter-based, computed in blocks by the fastest kernel.
#pragma once

#include <cstdint>

#include "random/instruction_set.hpp"
#include "random/stream_key.hpp"
#include "skald/random.hpp"

namespace skald::random {

// The streams of one run. kernel.hpp says how draws follow from the key of the stream
// (stream_key.hpp) and the counter. Column j of a block is chain first_chain + j of the run, so
// that a run's chains can be split over blocks, each with its own PhiloxRandom. The instruction set
// changes the speed, but not one bit.
class PhiloxRandom final : public Random {
 public:
  // Throws std::invalid_argument if first_chain is negative or the instruction set not supported.
  PhiloxRandom(std::uint64_t seed, std::uint64_t replicate, std::int64_t first_chain = 0,
               InstructionSet set = best_instruction_set());
  // The streams of that part of the run.
  PhiloxRandom(std::uint64_t seed, std::uint64_t replicate, Part part);

  void normal(Stream stream, std::int64_t iteration, Block out) const override;
  void add_normal(Stream stream, std::int64_t iteration, double scale, Block inout) const override;
  void uniform(Stream stream, std::int64_t iteration, Block out) const override;
  void bits(Stream stream, std::int64_t iteration, Index chain,
            std::span<std::uint64_t> out) const override;

 private:
  struct Shape {
    Index first_column, rows, cols, stride;
  };
  Draws draws(Stream stream, DrawKind kind, std::int64_t iteration, Shape shape) const;

  std::uint64_t seed_;
  std::uint64_t replicate_;
  std::int64_t first_chain_;
  Part part_ = Part::run;
  const Kernel* kernel_;
};

}  // namespace skald::random
