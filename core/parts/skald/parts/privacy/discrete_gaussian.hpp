// Exact draws from the discrete Gaussian law on the whole numbers, without floating-point
// arithmetic.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace skald {

// Draws with P(x) proportional to exp(-x^2 / (2 sigma^2)), sigma a whole number in [1, 2^40], by
// Canonne, Kamath and Steinke (2020), algorithms 1 to 3, with a discrete Laplace law of scale
// sigma. `Bits` is called for 64 independent uniform bits at a time.
class DiscreteGaussian {
 public:
  static constexpr std::uint64_t most_sigma = std::uint64_t{1} << 40;

  explicit DiscreteGaussian(std::uint64_t sigma) : sigma_(sigma) {
    if (sigma >= 1 && sigma <= most_sigma) return;
    throw std::invalid_argument("a discrete Gaussian of parameter " + std::to_string(sigma) +
                                ", expected 1 to 2^40");
  }

  template <class Bits>
  std::int64_t operator()(Bits& bits) const {
    for (;;) {
      const std::int64_t y = laplace(bits);
      const auto size = static_cast<std::uint64_t>(std::llabs(y));
      const Wide distance = size > sigma_ ? size - sigma_ : sigma_ - size;
      if (accepts(distance * distance, Wide{2} * sigma_ * sigma_, bits)) return y;
    }
  }

 private:
  __extension__ using Wide = unsigned __int128;

  // Uniform on {0, ..., n - 1}, by rejection.
  template <class Bits>
  static Wide below(Wide n, Bits& bits) {
    Wide mask = n - 1;
    for (int shift = 1; shift < 128; shift *= 2) mask |= mask >> shift;
    for (;;) {
      Wide word = static_cast<std::uint64_t>(bits());
      if (mask >> 64 != 0) word |= Wide{static_cast<std::uint64_t>(bits())} << 64;
      if ((word & mask) < n) return word & mask;
    }
  }
  // True with probability exp(-numerator / denominator), a ratio of at most 1.
  template <class Bits>
  static bool accepts_fraction(Wide numerator, Wide denominator, Bits& bits) {
    std::uint64_t k = 1;
    while (below(denominator * k, bits) < numerator) ++k;
    return k % 2 == 1;
  }
  // As accepts_fraction(), for any ratio.
  template <class Bits>
  static bool accepts(Wide numerator, Wide denominator, Bits& bits) {
    for (; numerator > denominator; numerator -= denominator) {
      if (!accepts_fraction(1, 1, bits)) return false;
    }
    return accepts_fraction(numerator, denominator, bits);
  }
  // P(y) proportional to exp(-|y| / sigma).
  template <class Bits>
  std::int64_t laplace(Bits& bits) const {
    for (;;) {
      const Wide rest = below(sigma_, bits);
      if (!accepts_fraction(rest, sigma_, bits)) continue;
      std::uint64_t whole = 0;
      while (accepts_fraction(1, 1, bits)) ++whole;
      const auto size = static_cast<std::int64_t>(rest) + static_cast<std::int64_t>(sigma_ * whole);
      const bool negative = (bits() & 1) != 0;
      if (negative && size == 0) continue;
      return negative ? -size : size;
    }
  }

  std::uint64_t sigma_;
};

}  // namespace skald
