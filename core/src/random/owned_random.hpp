// The random streams of one owner.
#pragma once

#include <cstdint>

#include "skald/random.hpp"

namespace skald::random {

// Who draws from a run's streams.
enum class StreamOwner { host, dataset, partition, model, sampler, mechanism, nobody };

// From this iteration on the streams of the role `partition` are the host's.
inline constexpr std::int64_t kFirstHostIteration = std::int64_t{1} << 40;

// The owner of a stream at an iteration, as random.hpp lists them: every stream has exactly one.
StreamOwner owner_of(Stream stream, std::int64_t iteration);

// Forwards calls for streams of `owner` to `random`, which it borrows. Throws std::invalid_argument
// for everything else, so that a plugin cannot share draws with the host or a plugin of another
// kind by mistake. A sampler's streams include its mechanism's, since it passes them on to the
// mechanism.
class OwnedRandom final : public Random {
 public:
  OwnedRandom(const Random& random, StreamOwner owner) : random_(random), owner_(owner) {}

  void normal(Stream stream, std::int64_t iteration, Block out) const override;
  void add_normal(Stream stream, std::int64_t iteration, double scale, Block inout) const override;
  void uniform(Stream stream, std::int64_t iteration, Block out) const override;
  void bits(Stream stream, std::int64_t iteration, Index chain,
            std::span<std::uint64_t> out) const override;

 private:
  void check(Stream stream, std::int64_t iteration) const;

  const Random& random_;
  StreamOwner owner_;
};

}  // namespace skald::random
