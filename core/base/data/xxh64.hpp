// XXH64 (Collet, "xxHash fast digest algorithm", version 0.1.1), a checksum about as fast as
// reading memory. It detects damage, but not forgery.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace skald::data {

// Uses seed 0. Only for little-endian machines.
std::uint64_t xxh64(std::span<const std::byte> bytes);

}  // namespace skald::data
