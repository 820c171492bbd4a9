// XXH64 (Collet, "xxHash fast digest algorithm", version 0.1.1), a checksum that is about as fast
// as reading memory. It detects damage, but not forgery.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace skald::data {

// With seed 0, on a little-endian machine.
std::uint64_t xxh64(std::span<const std::byte> bytes);

}  // namespace skald::data
