// A sum over numbers at places, which does not depend on the order in which they are added.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace skald {

// Tells whether the same numbers were at the same places when they were written in one order and
// read in another: a sum of 64-bit hashes of (place, bits), which one wrong number leaves alone
// with probability 2^-64. It is no defence against somebody who chooses the numbers.
class DrawSum {
 public:
  // `bytes` holds doubles, the first of which is at `place`.
  void add(std::uint64_t place, std::string_view bytes) {
    for (; !bytes.empty(); bytes.remove_prefix(sizeof(double))) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, bytes.data(), sizeof bits);
      sum_ += mixed(bits ^ mixed(place++));
    }
  }
  bool operator==(const DrawSum&) const = default;

 private:
  // The finaliser of SplitMix64 (Steele, Lea and Flood, 2014), a bijection.
  static std::uint64_t mixed(std::uint64_t z) {
    z += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }

  std::uint64_t sum_ = 0;
};

}  // namespace skald
