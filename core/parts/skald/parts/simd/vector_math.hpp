// Elementary functions of every lane of a register; a lane's result depends on that lane alone.
#pragma once

#include "skald/parts/simd/simd.hpp"

namespace skald::simd {

// exp(x) = power (even + odd) / (even - odd) for |x| <= 708, where x = k ln 2 + r with
// |r| <= ln(2) / 2, power = 2^k, and even and odd are the parts in r of N in the diagonal Pade
// approximant [6/6] of exp, N(r) / N(-r) with
//   N(r) = 665280 + 332640 r + 75600 r^2 + 10080 r^3 + 840 r^4 + 42 r^5 + r^6
// (relative error below 2e-19; Baker & Graves-Morris, Pade Approximants, 1.2).
template <int W>
struct ExpParts {
  Reals<W> even, odd, power;
};

template <int W>
SKALD_INLINE void exp_parts(const Reals<W>& x, ExpParts<W>& out) {
  constexpr double log2_e = 0x1.71547652b82fep+0;
  constexpr double ln2_high = 0x1.62e42fee00000p-1;  // 21 trailing zeros: k * ln2_high is exact
  constexpr double ln2_low = 0x1.a39ef35793c76p-33;
  constexpr double integer_shift = 0x1.8p52;  // x + shift holds round(x) in its lowest bits
  const Reals<W> shifted = x * log2_e + integer_shift;
  const Reals<W> k = shifted - integer_shift;
  const Reals<W> r = (x - k * ln2_high) - k * ln2_low;
  const Reals<W> r2 = r * r;
  constexpr double scale = 0x1p-20;  // of N, so that power (even + odd) stays finite
  out.even = 665280 * scale + r2 * (75600 * scale + r2 * (840 * scale + r2 * scale));
  out.odd = r * (332640 * scale + r2 * (10080 * scale + r2 * (42 * scale)));
  const Words<W> exponent = (reinterpret_cast<Words<W>>(shifted) << 52) + (1023ULL << 52);
  out.power = reinterpret_cast<Reals<W>>(exponent);
}

// x if |x| <= 708, otherwise the nearest such number; NaN stays NaN.
template <int W>
SKALD_INLINE void clamp_exponent(const Reals<W>& x, Reals<W>& out) {
  const Reals<W> bound = Reals<W>{} + 708.0;
  const Reals<W> below = x > bound ? bound : x;
  out = below < -bound ? -bound : below;
}

// exp(x) to 2 ulp; x is first clamped to [-708, 708].
template <int W>
SKALD_INLINE void exp(const Reals<W>& x, Reals<W>& out) {
  Reals<W> clamped;
  clamp_exponent<W>(x, clamped);
  ExpParts<W> parts;
  exp_parts<W>(clamped, parts);
  out = (1.0 + 2.0 * parts.odd / (parts.even - parts.odd)) * parts.power;
}

// The logistic function 1 / (1 + exp(-x)) to 3 ulp; x is first clamped to [-708, 708].
template <int W>
SKALD_INLINE void sigmoid(const Reals<W>& x, Reals<W>& out) {
  Reals<W> clamped;
  clamp_exponent<W>(-x, clamped);
  ExpParts<W> parts;
  exp_parts<W>(clamped, parts);
  const Reals<W> denominator = parts.even - parts.odd;
  out = denominator / (denominator + parts.power * (parts.even + parts.odd));
}

// floor(x) of x >= 0; NaN stays NaN.
template <int W>
SKALD_INLINE void floor_of_positive(const Reals<W>& x, Reals<W>& out) {
  constexpr double integer_shift = 0x1p52;  // from here on, every number is an integer
  const Reals<W> nearest = (x + integer_shift) - integer_shift;
  const Reals<W> below = nearest > x ? nearest - 1.0 : nearest;
  out = x < integer_shift ? below : x;
}

}  // namespace skald::simd
