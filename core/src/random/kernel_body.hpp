// The block kernel, written once over vector lanes: one lane is one call of Philox4x32-10, that is
// two draws of one chain. Only integer operations, +, -, *, / and square roots are used, each
// correctly rounded and each lane on its own, so the bits are the same for every vector width.
// Included once by each kernel_<instruction set>.cpp; free of std and Eigen on purpose (lanes.hpp).
#pragma once

#include "random/kernel.hpp"
#include "random/lanes.hpp"

namespace skald::random::SKALD_KERNEL {

// The four words of one Philox call per lane. The upper half of a lane is not part of the word.
struct Philox4 {
  Words x0, x1, x2, x3;
};

inline Philox4 philox_round(Philox4 x, std::uint32_t key0, std::uint32_t key1) {
  const Words product0 = multiply_low_halves(x.x0, all(std::uint64_t{0xD2511F53u}));
  const Words product2 = multiply_low_halves(x.x2, all(std::uint64_t{0xCD9E8D57u}));
  return {(product2 >> 32) ^ (x.x1 ^ std::uint64_t{key0}), product2,
          (product0 >> 32) ^ (x.x3 ^ std::uint64_t{key1}), product0};
}

// Philox4x32-10 (stream_key.hpp) of two counters per lane: each round has to wait for the one
// before, so two independent calls side by side keep the processor busy.
inline void philox(Philox4& a, Philox4& b, std::uint64_t key) {
  auto key0 = static_cast<std::uint32_t>(key);
  auto key1 = static_cast<std::uint32_t>(key >> 32);
#pragma GCC unroll 10
  for (int round = 0; round < 10; ++round) {
    a = philox_round(a, key0, key1);
    b = philox_round(b, key0, key1);
    key0 += 0x9E3779B9u;
    key1 += 0xBB67AE85u;
  }
}

constexpr std::uint64_t mantissa_bits = 0x000fffffffffffffu;
constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;

inline Words join(Words high, Words low) { return halves(low, high << 32); }

// The bits of the double 2^exponent.
constexpr std::uint64_t power_of_two(int exponent) {
  return static_cast<std::uint64_t>(1023 + exponent) << 52;
}

// The 64-bit number (high, low) with its last bit set, times 2^-64, rounded once: in (0, 1].
inline Reals open_uniform(Words high, Words low) {
  const Reals leading = as_reals(halves(high, all(power_of_two(20))));        // 2^20 + high 2^-32
  const Reals trailing = as_reals(halves(low, all(power_of_two(-12))) | 1u);  // 2^-12 + low 2^-64
  return (leading - (0x1p20 + 0x1p-12)) + trailing;
}

// The 53 leading bits of (high, low) times 2^-53: exact, in [0, 1).
inline Reals uniform53(Words high, Words low) {
  const Reals leading = as_reals(halves(high, all(power_of_two(20))));
  const Reals trailing = as_reals(((low & 0xffffffffu) >> 11) | power_of_two(-1));
  return (leading - (0x1p20 + 0x1p-1)) + trailing;
}

// -2 ln u for u in [2^-64, 1], relative error below 1e-15. u = 2^e m with m in [sqrt(1/2),
// sqrt(2)); ln m = 2 artanh(s), s = (m - 1) / (m + 1), where -4 artanh(s) / s is a minimax
// polynomial in s^2.
inline Reals minus_two_log(Reals u) {
  constexpr std::uint64_t sqrt_half = 0x3fe6a09e667f3bcdu;
  const Words shifted = as_words(u) - sqrt_half + (std::uint64_t{1024} << 52);
  const Reals e = as_reals((shifted >> 52) | power_of_two(52)) - (0x1p52 + 1024);
  const Reals m = as_reals((shifted & mantissa_bits) + sqrt_half);
  const Reals s = (m - 1.0) / (m + 1.0);
  const Reals w = s * s;
  const Reals w2 = w * w;
  const Reals tail = (w * -0x1.2b5a86a6f1edfp-2 - 0x1.39fe2dec3e41ep-2) * w2 +
                     (w * -0x1.7462b656b2002p-2 - 0x1.c71c62defb5fap-2);
  const Reals head = (w * -0x1.2492492df7086p-1 - 0x1.99999999952a7p-1) * w - 0x1.5555555555558p+0;
  const Reals minus_two_ln_2 = all(-0x1.62e42fefa39efp+0);
  return e * minus_two_ln_2 + s * ((tail * (w2 * w) + head) * w - 4.0);
}

struct Point {
  Reals x, y;
};

// A point uniform on the circle of the given radius. The 52 low bits of `word` choose an angle in
// (-pi/4, pi/4), whose sine and cosine are minimax polynomials (relative error below 5e-16); bit 63
// exchanges the coordinates, bit 62 negates both.
inline Point on_circle(Reals radius, Words word) {
  const Reals t = as_reals((word & mantissa_bits) | power_of_two(0) | 1u) - 1.5;  // angle / (pi/2)
  const Reals z = t * t;
  const Reals z2 = z * z;
  const Reals sine_tail = (z * 0x1.e4a88b4e3a865p-25 - 0x1.e3027aa767440p-19) * z2 +
                          (z * 0x1.50783205a8caap-13 - 0x1.32d2cce4fe2d5p-8);
  const Reals sine_head = z * 0x1.466bc6775a466p-4 - 0x1.4abbce625be52p-1;
  const Reals sine = t * ((sine_tail * z2 + sine_head) * z + 0x1.921fb54442d18p+0);
  const Reals cosine_tail = (z * -0x1.b2f223f7f5dcfp-28 + 0x1.f9ce1f063a483p-22) * z2 +
                            (z * -0x1.a6d1eeee76b54p-16 + 0x1.e1f5068682975p-11);
  const Reals cosine_head =
      (z * -0x1.55d3c7e3cb212p-6 + 0x1.03c1f081b5ac0p-2) * z - 0x1.3bd3cc9be45dep+0;
  const Reals cosine = (cosine_tail * (z2 * z) + cosine_head) * z + 1.0;
  const Words x = as_words(cosine);
  const Words y = as_words(sine);
  const Words exchanged = (x ^ y) & (Words{} - (word >> 63));
  const Reals signed_radius = as_reals(as_words(radius) | ((word << 1) & sign_bit));
  return {signed_radius * as_reals(x ^ exchanged), signed_radius * as_reals(y ^ exchanged)};
}

// A law turns the words of each lane into its two draws: `begin` leaves two vectors per vector of
// lanes, and `finish` turns `count` such pairs into the draws, in the order of the lanes. Short
// loops are faster than one long one, whose dependencies exceed what a processor looks ahead.
struct Normal {
  using Vector = Reals;
  static void begin(Philox4 x, Reals* out) {
    out[0] = open_uniform(x.x1, x.x0);
    out[1] = as_reals(join(x.x3, x.x2));
  }
  static void finish(Reals* out, std::int64_t count) {
    for (std::int64_t i = 0; i < 2 * count; i += 2) out[i] = square_root(minus_two_log(out[i]));
    for (std::int64_t i = 0; i < 2 * count; i += 2) {
      const Point point = on_circle(out[i], as_words(out[i + 1]));
      store_interleaved(point.x, point.y, out + i);
    }
  }
};

struct Uniform {
  using Vector = Reals;
  static void begin(Philox4 x, Reals* out) {
    store_interleaved(uniform53(x.x1, x.x0), uniform53(x.x3, x.x2), out);
  }
  static void finish(Reals*, std::int64_t) {}
};

struct Bits {
  using Vector = Words;
  static void begin(Philox4 x, Words* out) {
    store_interleaved(join(x.x1, x.x0), join(x.x3, x.x2), out);
  }
  static void finish(Words*, std::int64_t) {}
};

// Counters of consecutive lanes: the pairs of the first chain, then those of the next, and so on.
class Counters {
 public:
  explicit Counters(const Draws& draws)
      : pairs_(static_cast<std::uint64_t>(draws.rows + 1) / 2),
        iteration_(draws.iteration),
        pair_(lane_numbers()),
        chain_(all(std::uint64_t{draws.first_chain})) {
    if (pairs_ < lanes) start_within_chains();
  }
  Philox4 next() {
    const Philox4 counter = {pair_, chain_, all(iteration_), all(iteration_ >> 32)};
    pair_ += pair_step_ - pairs_;
    const Words same_chain = pair_ >> 63;  // 1 where the subtraction went below zero
    pair_ += pairs_ & (Words{} - same_chain);
    chain_ += chain_step_ + 1 - same_chain;
    return counter;
  }

 private:
  void start_within_chains() {
    pair_step_ = 0;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      pair_[lane] = pair_step_;
      chain_[lane] += chain_step_;
      if (++pair_step_ == pairs_) {
        pair_step_ = 0;
        ++chain_step_;
      }
    }
  }

  std::uint64_t pairs_;
  std::uint64_t iteration_;
  std::uint64_t pair_step_ = lanes;  // from a lane to the same lane of the next vector
  std::uint64_t chain_step_ = 0;
  Words pair_;
  Words chain_;
};

// Where the next draws go. A lane always carries two draws: the second of a chain's last lane is
// dropped when rows is odd. Adjacent columns with an even number of rows are treated as one long
// column.
template <class Value>
class Destination {
 public:
  Destination(const Draws& draws, Value* out)
      : column_(out),
        rows_(draws.rows % 2 == 0 && draws.stride == draws.rows ? draws.rows * draws.cols
                                                                : draws.rows),
        stride_(draws.stride) {}
  template <class Write>
  void take(const Value* draws, std::int64_t count, Write write) {
    const std::int64_t padded = rows_ + rows_ % 2;
    while (count > 0) {
      const std::int64_t run = count < padded - row_ ? count : padded - row_;
      const std::int64_t kept = run < rows_ - row_ ? run : rows_ - row_;
      write(column_ + row_, draws, kept);
      draws += run;
      count -= run;
      row_ += run;
      if (row_ == padded) {
        row_ = 0;
        column_ += stride_;
      }
    }
  }

 private:
  Value* column_;
  std::int64_t rows_;
  std::int64_t stride_;
  std::int64_t row_ = 0;
};

struct Copy {
  template <class Value>
  void operator()(Value* out, const Value* draws, std::int64_t count) const {
    for (std::int64_t i = 0; i < count; ++i) out[i] = draws[i];
  }
};

struct Add {
  double scale;
  void operator()(double* inout, const double* draws, std::int64_t count) const {
    for (std::int64_t i = 0; i < count; ++i) inout[i] += scale * draws[i];
  }
};

constexpr std::int64_t tile_lanes = 128;  // lanes computed before their draws are delivered

// Passes every draw to `write`. The last vectors may compute more lanes than are needed; those
// draws are never delivered.
template <class Law, class Value, class Write>
inline void fill(const Draws& draws, Value* out, Write write) {
  typename Law::Vector tile[2 * tile_lanes / lanes];
  Counters counters(draws);
  Destination<Value> destination(draws, out);
  for (std::int64_t left = (draws.rows + 1) / 2 * draws.cols; left > 0; left -= tile_lanes) {
    const std::int64_t count = left < tile_lanes ? left : tile_lanes;
    const std::int64_t vectors = (count + lanes - 1) / lanes;
    for (std::int64_t i = 0; i < vectors; i += 2) {
      Philox4 a = counters.next();
      Philox4 b = counters.next();
      philox(a, b, draws.key);
      Law::begin(a, tile + 2 * i);
      Law::begin(b, tile + 2 * i + 2);
    }
    Law::finish(tile, vectors);
    destination.take(reinterpret_cast<const Value*>(tile), 2 * count, write);
  }
}

constexpr Kernel kernel = {
    [](const Draws& draws, double* out) { fill<Normal>(draws, out, Copy{}); },
    [](const Draws& draws, double scale, double* inout) { fill<Normal>(draws, inout, Add{scale}); },
    [](const Draws& draws, double* out) { fill<Uniform>(draws, out, Copy{}); },
    [](const Draws& draws, std::uint64_t* out) { fill<Bits>(draws, out, Copy{}); }};

}  // namespace skald::random::SKALD_KERNEL
