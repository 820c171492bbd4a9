// Random numbers for the loops written by hand: as fast as a person would have them, with no
// promise about bits. xoshiro256+ (Blackman, Vigna, 2021) in the lanes of a register, and normal
// deviates by Box and Muller, whose logarithm the compiler takes from the vector library of libm.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>

namespace skald::bare {

class FastRandom {
 public:
  explicit FastRandom(std::uint64_t seed) {
    std::mt19937_64 mix(seed);
    for (Bits& word : state_) {
      for (int lane = 0; lane < kLanes; ++lane) word[lane] = mix();
    }
  }

  // n uniform numbers in [0, 1).
  void uniform(double* out, std::int64_t n) {
    for (std::int64_t i = 0; i < n; i += kLanes) take(fraction(next()), n - i, out + i);
  }
  // n standard normal deviates.
  void normal(double* out, std::int64_t n) {
    double radius[kBlock];
    for (std::int64_t i = 0; i < n; i += 2 * kBlock) {
      for (int k = 0; k < kBlock; k += kLanes) take(1 - fraction(next()), kLanes, radius + k);
      for (double& value : radius) value = std::sqrt(-2 * std::log(value));
      for (int k = 0; k < kBlock; k += kLanes) {
        Numbers r, sine, cosine;
        std::memcpy(&r, radius + k, sizeof r);
        turn(next(), sine, cosine);
        take(r * cosine, n - i - 2 * k, out + i + 2 * k);
        take(r * sine, n - i - 2 * k - kLanes, out + i + 2 * k + kLanes);
      }
    }
  }

 private:
#ifdef __AVX512F__
  static constexpr int kLanes = 8;
#else
  static constexpr int kLanes = 4;
#endif
  static constexpr int kBlock = 256;
  using Bits = std::uint64_t __attribute__((vector_size(8 * kLanes)));
  using Numbers = double __attribute__((vector_size(8 * kLanes)));

  Bits next() {
    auto& [s0, s1, s2, s3] = state_;
    const Bits bits = s0 + s3, t = s1 << 17;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= t;
    s3 = s3 << 45 | s3 >> 19;
    return bits;
  }
  template <class To, class From>
  static To same_bits(const From& from) {
    To to;
    std::memcpy(&to, &from, sizeof to);
    return to;
  }
  static Numbers fraction(Bits bits) {
    return same_bits<Numbers>(bits >> 12 | 0x3ff0000000000000) - 1;
  }
  // The sine and cosine of a random angle: their series, to 1e-13, around the middle of a quarter,
  // which two bits choose.
  static void turn(Bits bits, Numbers& sine, Numbers& cosine) {
    const Numbers x = (fraction(bits << 2) - 0.5) * 1.5707963267948966, y = x * x;
    const Numbers s =
        x + x * y *
                (-1. / 6 + y * (1. / 120 + y * (-1. / 5040 +
                                                y * (1. / 362880 + y * (-1. / 39916800 +
                                                                        y * (1. / 6227020800))))));
    const Numbers c =
        1 +
        y * (-.5 + y * (1. / 24 + y * (-1. / 720 + y * (1. / 40320 + y * (-1. / 3628800 +
                                                                          y * (1. / 479001600))))));
    const Bits is_odd = -(bits >> 62 & 1), sign = bits & 1ULL << 63;
    const Bits a = same_bits<Bits>(s), b = same_bits<Bits>(c);
    sine = same_bits<Numbers>(((is_odd & b) | (~is_odd & a)) ^ sign);
    cosine = same_bits<Numbers>(((is_odd & (a ^ 1ULL << 63)) | (~is_odd & b)) ^ sign);
  }
  static void take(const Numbers& from, std::int64_t wanted, double* out) {
    if (wanted >= kLanes) {
      std::memcpy(out, &from, sizeof from);
    } else if (wanted > 0) {
      std::memcpy(out, &from, sizeof(double) * static_cast<std::size_t>(wanted));
    }
  }

  Bits state_[4];
};

}  // namespace skald::bare
