// The key under which a stream's draws are generated.
#pragma once

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

}  // namespace skald::random
