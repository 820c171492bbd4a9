// The key under which a stream's draws are generated.
#pragma once

#include <array>
#include <cstdint>

#include "skald/random.hpp"

namespace skald::random {

// Kinds of draws, kept apart so that they are independent within one stream and iteration.
enum class DrawKind : std::uint32_t { normal = 0, uniform = 1, bits = 2 };

// Whose draws they are: the run's, those of the run from whose end it starts, or those of the run
// that it is compared with.
enum class Part : std::uint32_t { run = 0, start = 1, reference = 2 };

// The first two words of Philox4x32-10(counter = {replicate low, replicate high, client + 1,
// role + 256 kind + 65536 part}, key = seed). Two different streams share a key with probability
// 2^-64. Throws std::invalid_argument for a client outside [-1, 2^32 - 2].
std::uint64_t stream_key(std::uint64_t seed, std::uint64_t replicate, Stream stream, DrawKind kind,
                         Part part = Part::run);

// Philox4x32-10, the counter-based generator under every random number: Salmon, Moraes, Dror, Shaw,
// "Parallel random numbers: as easy as 1, 2, 3", SC'11, section 3.3 and table 2.

// The four words that belong to a counter of four words under a key of two (low word first).
constexpr std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                              std::uint64_t key) {
  auto key0 = static_cast<std::uint32_t>(key);
  auto key1 = static_cast<std::uint32_t>(key >> 32);
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t product0 = std::uint64_t{0xD2511F53u} * counter[0];
    const std::uint64_t product2 = std::uint64_t{0xCD9E8D57u} * counter[2];
    counter = {static_cast<std::uint32_t>(product2 >> 32) ^ counter[1] ^ key0,
               static_cast<std::uint32_t>(product2),
               static_cast<std::uint32_t>(product0 >> 32) ^ counter[3] ^ key1,
               static_cast<std::uint32_t>(product0)};
    key0 += 0x9E3779B9u;
    key1 += 0xBB67AE85u;
  }
  return counter;
}

}  // namespace skald::random
