// Elias' recursive code of whole numbers, and QSGD's messages in it.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "skald/block.hpp"

namespace skald {

// Bits of Elias' omega code of n >= 1: a final 0, before it n in binary, before that the number of
// n's bits less one, and so on until 1 is reached.
inline std::int64_t elias_length(std::uint64_t n) {
  std::int64_t bits = 1;
  while (n > 1) {
    const auto width = static_cast<std::int64_t>(std::bit_width(n));
    bits += width;
    n = static_cast<std::uint64_t>(width - 1);
  }
  return bits;
}

// Bits of a vector quantised to multiples of `unit`, |x_i| = l_i unit, in the codes of QSGD
// (Alistarh et al., 2017, section 3.2), after 32 bits for the norm:
//  - sparse (their Code_s): of every l_i > 0 the distance from the one before, a sign, and l_i;
//  - dense (their Code'_s): of every coordinate l_i + 1, and a sign if l_i > 0.
// The end of a message is known from its length; unit = 0 stands for the vector 0.
inline double qsgd_code_length(const double* x, Index d, double unit, bool sparse) {
  std::int64_t bits = 32;
  Index before = -1;
  for (Index i = 0; i < d; ++i) {
    const std::uint64_t level =
        unit > 0 ? static_cast<std::uint64_t>(std::llround(std::abs(x[i]) / unit)) : 0;
    if (!sparse) bits += elias_length(level + 1) + (level > 0 ? 1 : 0);
    if (!sparse || level == 0) continue;
    bits += elias_length(static_cast<std::uint64_t>(i - before)) + 1 + elias_length(level);
    before = i;
  }
  return static_cast<double>(bits);
}

}  // namespace skald
