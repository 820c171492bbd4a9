// XXH64 (Collet, "xxHash fast digest algorithm", version 0.1.1), a check sum about as fast as
// memory is read. It finds damage, and no forgery.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace skald {

// With seed 0, on a little-endian machine.
std::uint64_t xxh64(std::span<const std::byte> bytes);

}  // namespace skald
