// Unbiased random compression of vectors that are sent, and the size of the messages in bits.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "skald/block.hpp"
#include "skald/ledger.hpp"
#include "skald/parts/simd/vector_math.hpp"
#include "skald/random.hpp"

namespace skald {

// QSGD (Alistarh et al., 2017): with s levels, r_i = s |x_i| / |x| and l_i = floor(r_i),
//
//   Q(x)_i = |x| sign(x_i) (l_i + Bernoulli(r_i - l_i)) / s,   Q(0) = 0
//
// With 0 levels, Q is the identity.
class Quantiser {
 public:
  explicit Quantiser(std::int64_t levels)
      : s_(static_cast<double>(levels)), coordinate_bits_(std::log2(2 * s_ + 1)) {}

  // Compresses one vector in place; returns its norm |x|. `uniforms` are d draws in [0, 1).
  double compress(const double* uniforms, Index d, double* x) const {
    double length = 0;
    lengths({x, d, 1, d}, &length);
    compress(uniforms, d, length, x);
    return length;
  }
  // The same of a vector whose norm is known.
  void compress(const double* uniforms, Index d, double length, double* x) const {
    if (s_ != 0 && length != 0) simd::run<Round>(s_, length, uniforms, d, x);
  }
  // The norms of the columns, summed coordinate by coordinate, so that equal vectors give equal
  // bits wherever they are in memory; some side by side, since a sum waits for the one before it.
  static void lengths(const ConstBlock& x, double* out) {
    constexpr Index together = 4;
    Index j = 0;
    for (; j + together <= x.cols; j += together) norms<together>(x, j, out + j);
    for (; j < x.cols; ++j) norms<1>(x, j, out + j);
  }
  // omega_q such that E |Q(x) - x|^2 <= omega_q |x|^2 for all x.
  double relative_variance(Index d) const {
    if (s_ == 0) return 0;
    const auto n = static_cast<double>(d);
    return std::min(n / (s_ * s_), std::sqrt(n) / s_);
  }
  // Bits of a message of fixed length: the norm, and one of 2 s + 1 values per coordinate.
  double bits(Index d) const {
    return s_ == 0 ? vector_bits(d) : 32 + static_cast<double>(d) * coordinate_bits_;
  }

 private:
  // x_i = |x| sign(x_i) (l_i + {0, 1}) / s.
  struct Round {
    template <int W>
    SKALD_INLINE static void run(double s, double length, const double* uniforms, Index d,
                                 double* x) {
      constexpr std::uint64_t sign = std::uint64_t{1} << 63;
      const simd::Reals<W> one = simd::Reals<W>{} + 1.0;
      for (Index i = 0; i < d; i += W) {
        simd::Reals<W> value, u;
        simd::load_first<W>(x + i, d - i, value);
        simd::load_first<W>(uniforms + i, d - i, u);
        const auto bits = reinterpret_cast<simd::Words<W>>(value);
        const simd::Reals<W> r = s * reinterpret_cast<simd::Reals<W>>(bits & ~sign) / length;
        simd::Reals<W> below;
        simd::floor_of_positive<W>(r, below);
        const auto up =
            reinterpret_cast<simd::Words<W>>(u < r - below) & reinterpret_cast<simd::Words<W>>(one);
        const simd::Reals<W> size = length * (below + reinterpret_cast<simd::Reals<W>>(up)) / s;
        const auto level = reinterpret_cast<simd::Words<W>>(size) | (bits & sign);
        simd::store_first<W>(reinterpret_cast<simd::Reals<W>>(level), d - i, x + i);
      }
    }
  };
  template <Index n>
  static void norms(const ConstBlock& x, Index first, double* out) {
    double sum[n] = {};
    for (Index i = 0; i < x.rows; ++i) {
      for (Index j = 0; j < n; ++j) {
        const double value = x.data[(first + j) * x.stride + i];
        sum[j] += value * value;
      }
    }
    for (Index j = 0; j < n; ++j) out[j] = std::sqrt(sum[j]);
  }

  double s_, coordinate_bits_;
};

// Keeps each coordinate with probability p, independently: C(x)_i = x_i B_i / p, or x_i B_i if it
// only selects.
class Sparsifier {
 public:
  explicit Sparsifier(double keep, bool selects = false) : p_(keep), divisor_(selects ? 1 : keep) {}

  // Compresses one vector in place; returns how many coordinates it keeps.
  Index compress(const double* uniforms, Index d, double* x) const {
    Index kept = 0;
    for (Index i = 0; i < d; ++i) {
      const bool keep = uniforms[i] < p_;
      x[i] = keep ? x[i] / divisor_ : 0;
      kept += keep;
    }
    return kept;
  }
  // E |C(x) - x|^2 = omega_q |x|^2, exactly; of C(x)_i = x_i B_i / p.
  double relative_variance() const { return 1 / p_ - 1; }
  // C(x)_i / x_i has this mean and this variance.
  double mean() const { return p_ / divisor_; }
  double variance() const { return p_ * (1 - p_) / (divisor_ * divisor_); }
  // Bits of a message that keeps so many coordinates, as floats; a public seed tells which.
  static double bits(Index kept) { return vector_bits(kept); }

 private:
  double p_, divisor_;
};

// Elias' recursive code of whole numbers, and QSGD's messages in it.

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
