// The random streams of a release, which nobody can repeat.
#pragma once

#include <cstdint>

#include "random/chacha20.hpp"
#include "random/stream_key.hpp"
#include "skald/random.hpp"

namespace skald::random {

// The contract of Random with ChaCha20 under a secret key in place of Philox under a seed: a draw
// is a function of its address, so that algorithms may ask twice, and of 256 bits that never leave
// the process. Slower than PhiloxRandom. A run that continues from a checkpoint continues under
// another key.
class SecretRandom final : public Random {
 public:
  // Takes a key from the operating system's cryptographic generator. Throws std::system_error where
  // it gives none.
  SecretRandom();
  explicit SecretRandom(const ChaChaKey& key) : key_(key) {}

  void normal(Stream stream, std::int64_t iteration, Block out) const override;
  void add_normal(Stream stream, std::int64_t iteration, double scale, Block inout) const override;
  void uniform(Stream stream, std::int64_t iteration, Block out) const override;
  void bits(Stream stream, std::int64_t iteration, Index chain,
            std::span<std::uint64_t> out) const override;

 private:
  // The first words of a stream's draws of one kind, in one iteration and chain.
  void words(Stream stream, DrawKind kind, std::int64_t iteration, Index chain,
             std::span<std::uint64_t> out) const;
  // Calls use(i, j, z) with standard normals z.
  template <class Use>
  void each_normal(Stream stream, std::int64_t iteration, const Block& shape, Use&& use) const;

  ChaChaKey key_;
};

}  // namespace skald::random
