// The random streams of a release, which nobody can repeat.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "random/stream_key.hpp"
#include "skald/random.hpp"

namespace skald::random {

// The ChaCha20 block function (RFC 8439, section 2.3): words that nobody without the key can tell
// from random ones.

using ChaChaKey = std::array<std::uint32_t, 8>;
using ChaChaCounter = std::array<std::uint32_t, 4>;  // block number and nonce
using ChaChaBlock = std::array<std::uint32_t, 16>;

namespace detail {

inline void quarter_round(ChaChaBlock& s, std::size_t a, std::size_t b, std::size_t c,
                          std::size_t d) {
  s[a] += s[b], s[d] = std::rotl(s[d] ^ s[a], 16);
  s[c] += s[d], s[b] = std::rotl(s[b] ^ s[c], 12);
  s[a] += s[b], s[d] = std::rotl(s[d] ^ s[a], 8);
  s[c] += s[d], s[b] = std::rotl(s[b] ^ s[c], 7);
}

}  // namespace detail

inline ChaChaBlock chacha20(const ChaChaKey& key, const ChaChaCounter& counter) {
  ChaChaBlock input{0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
  for (std::size_t i = 0; i < key.size(); ++i) input[4 + i] = key[i];
  for (std::size_t i = 0; i < counter.size(); ++i) input[12 + i] = counter[i];
  ChaChaBlock state = input;
  for (int round = 0; round < 20; round += 2) {
    for (std::size_t i = 0; i < 4; ++i) detail::quarter_round(state, i, 4 + i, 8 + i, 12 + i);
    for (std::size_t i = 0; i < 4; ++i) {
      detail::quarter_round(state, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
    }
  }
  for (std::size_t i = 0; i < state.size(); ++i) state[i] += input[i];
  return state;
}

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
