// The block kernels: one table per instruction set, all with the same bits.
#pragma once

#include <cstdint>

namespace skald::random {

// Which draws of which chains. Plain data: this header is also read by translation units compiled
// for instruction sets that the running processor may lack, so it holds no inline code.
struct Draws {
  std::uint64_t key;  // of the stream (stream_key.hpp)
  std::uint64_t iteration;
  std::uint32_t first_chain;  // chain number of column 0
  std::int64_t rows;          // draws per chain, below 2^33
  std::int64_t cols;          // chains
  std::int64_t stride;        // from one column to the next, in elements, >= rows
};

// Draws 2p and 2p + 1 of a chain come from the four words x of Philox4x32-10(counter = {p, chain,
// iteration low, iteration high}, key):
//   bits     x0 + 2^32 x1 and x2 + 2^32 x3
//   uniform  the 53 leading bits of those, times 2^-53: [0, 1)
//   normal   Box and Muller (1958), radius from (x0, x1), angle from (x2, x3). The radius is
//            sqrt(-2 ln u), u an odd multiple of 2^-64 rounded to double: the largest |normal| is
//            sqrt(128 ln 2) = 9.42, and beyond 8 standard deviations lie 10^5 of the values of u.
// add_normal adds scale * normal with two roundings, as the two operations written out would.
struct Kernel {
  void (*normal)(const Draws&, double* out);
  void (*add_normal)(const Draws&, double scale, double* inout);
  void (*uniform)(const Draws&, double* out);
  void (*bits)(const Draws&, std::uint64_t* out);
};

extern const Kernel baseline_kernel;  // what every processor of the target has; SSE2 on x86-64
extern const Kernel avx2_kernel;
extern const Kernel avx512_kernel;

}  // namespace skald::random
