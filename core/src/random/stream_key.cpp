#include "random/stream_key.hpp"

#include <stdexcept>
#include <string>

namespace skald::random {

std::uint64_t stream_key(std::uint64_t seed, std::uint64_t replicate, Stream stream, DrawKind kind,
                         Part part) {
  if (stream.client < -1 || stream.client > Index{0xfffffffe}) {
    throw std::invalid_argument("random: client " + std::to_string(stream.client) +
                                " is outside [-1, 4294967294]");
  }
  const auto words =
      philox({static_cast<std::uint32_t>(replicate), static_cast<std::uint32_t>(replicate >> 32),
              static_cast<std::uint32_t>(stream.client + 1),
              static_cast<std::uint32_t>(stream.role) + 256 * static_cast<std::uint32_t>(kind) +
                  65536 * static_cast<std::uint32_t>(part)},
             seed);
  return words[0] | std::uint64_t{words[1]} << 32;
}

}  // namespace skald::random
