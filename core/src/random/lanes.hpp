// The vector registers of the instruction set this translation unit is compiled for, and the few
// operations on them that differ between instruction sets. Everything else is written with the
// vector extensions of GCC and Clang. SKALD_KERNEL names the namespace, one per translation unit,
// so that no inline function compiled for a wide instruction set can stand in for another's.
#pragma once

#include <cstdint>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace skald::random::SKALD_KERNEL {

// Bits of a register. SKALD_LANES, which tests define, takes that many lanes and no intrinsics, as
// any processor can.
#if defined(SKALD_LANES)
#define SKALD_REGISTER 0
constexpr int lanes = SKALD_LANES;
#elif defined(__AVX512F__)
#define SKALD_REGISTER 512
constexpr int lanes = 8;
#elif defined(__AVX2__)
#define SKALD_REGISTER 256
constexpr int lanes = 4;
#elif defined(__SSE2__)
#define SKALD_REGISTER 128
constexpr int lanes = 2;
#else
#define SKALD_REGISTER 0
constexpr int lanes = 2;
#endif

using Words = std::uint64_t __attribute__((vector_size(8 * lanes)));
using Reals = double __attribute__((vector_size(8 * lanes)));

inline Words as_words(Reals x) { return reinterpret_cast<Words>(x); }
inline Reals as_reals(Words x) { return reinterpret_cast<Reals>(x); }
inline Words all(std::uint64_t x) { return Words{} + x; }
inline Reals all(double x) { return Reals{} + x; }

// 0, 1, 2, ...
inline Words lane_numbers() {
  Words numbers{};
  for (unsigned lane = 0; lane < lanes; ++lane) numbers[lane] = lane;
  return numbers;
}

// Product of the low 32 bits of each lane, all 64 bits of it.
inline Words multiply_low_halves(Words a, Words b) {
#if SKALD_REGISTER == 512
  return reinterpret_cast<Words>(
      _mm512_maskz_mul_epu32(0xff, reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b)));
#elif SKALD_REGISTER == 256
  return reinterpret_cast<Words>(
      _mm256_mul_epu32(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(b)));
#elif SKALD_REGISTER == 128
  return reinterpret_cast<Words>(
      _mm_mul_epu32(reinterpret_cast<__m128i>(a), reinterpret_cast<__m128i>(b)));
#else
  return (a & 0xffffffffu) * (b & 0xffffffffu);
#endif
}

// Of each lane, the low 32 bits of one and the high 32 bits of the other.
inline Words halves(Words low, Words high) {
#if SKALD_REGISTER == 512
  return reinterpret_cast<Words>(_mm512_mask_blend_epi32(0xaaaa, reinterpret_cast<__m512i>(low),
                                                         reinterpret_cast<__m512i>(high)));
#elif SKALD_REGISTER == 256
  return reinterpret_cast<Words>(
      _mm256_blend_epi32(reinterpret_cast<__m256i>(low), reinterpret_cast<__m256i>(high), 0xaa));
#else
  return (low & 0xffffffffu) | (high & ~std::uint64_t{0xffffffffu});
#endif
}

// Correctly rounded square root of each lane.
inline Reals square_root(Reals x) {
#if SKALD_REGISTER == 512
  return _mm512_maskz_sqrt_pd(0xff, x);
#elif SKALD_REGISTER == 256
  return _mm256_sqrt_pd(x);
#elif SKALD_REGISTER == 128
  return _mm_sqrt_pd(x);
#else
  for (int lane = 0; lane < lanes; ++lane) x[lane] = __builtin_sqrt(x[lane]);
  return x;
#endif
}

// vectors[0], vectors[1] = a[0], b[0], a[1], b[1], ...
template <class Vector>
inline void store_interleaved(Vector a, Vector b, Vector* vectors) {
  if constexpr (sizeof(Vector) == 64) {
    vectors[0] = __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
    vectors[1] = __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
  } else if constexpr (sizeof(Vector) == 32) {
    const Vector even = __builtin_shufflevector(a, b, 0, 4, 2, 6);
    const Vector odd = __builtin_shufflevector(a, b, 1, 5, 3, 7);
    vectors[0] = __builtin_shufflevector(even, odd, 0, 1, 4, 5);
    vectors[1] = __builtin_shufflevector(even, odd, 2, 3, 6, 7);
  } else {
    vectors[0] = __builtin_shufflevector(a, b, 0, 2);
    vectors[1] = __builtin_shufflevector(a, b, 1, 3);
  }
}

}  // namespace skald::random::SKALD_KERNEL
