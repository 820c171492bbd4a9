// XXH64 (Collet, "xxHash fast digest algorithm", version 0.1.1), a checksum about as fast as
// reading memory. It detects damage, but not forgery.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace skald::data {

// The sum of bytes that come in pieces; seed 0. Only for little-endian machines.
class Xxh64 {
 public:
  Xxh64();
  // The length of every piece but the last is a multiple of 32.
  void add(std::span<const std::byte> piece);
  std::uint64_t sum() const;

 private:
  std::array<std::uint64_t, 4> lanes_;
  std::uint64_t length_ = 0;
  std::array<std::byte, 32> rest_{};  // after the last whole stripe of 32 bytes
};

// The sum of all bytes at once.
std::uint64_t xxh64(std::span<const std::byte> bytes);

}  // namespace skald::data
