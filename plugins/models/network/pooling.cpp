#include "network/pooling.hpp"

#include <limits>
#include <type_traits>

#include "network/lanes.hpp"

namespace skald::network {
namespace {

template <class Work>
SKALD_INLINE void for_each_output(const Shape& shape, Work&& work) {
  for (Index c = 0; c < shape.channels; ++c) {
    for (Index oy = 0; oy < shape.height; ++oy) {
      for (Index ox = 0; ox < shape.width; ++ox) work(c, oy, ox);
    }
  }
}

// The number of the first cell of line ky of an output's window.
SKALD_INLINE Index first_cell(const Frame& in, const Window& window, Index c, Index oy, Index ox,
                              Index ky) {
  return in.at(c, oy * window.stride + ky, ox * window.stride);
}

// Compilers lower comparisons of registers before they know the instruction set, lane by lane. Bits
// do as well. All bits of a lane of the result are those of the sign of `values`.
template <class Register, class Words = decltype(Register{} > Register{})>
SKALD_INLINE void spread_sign(const Words& values, Words& mask) {
  mask = values >> static_cast<int>(8 * sizeof(values[0]) - 1);
}

// Each lane's larger number, and the sign bit of `no_number` where `seen` is none: those lanes of
// `largest` are whatever they are. Of two equal infinities, of which the difference is no number,
// either will do.
template <class Register, class Words>
SKALD_INLINE void take_larger(const Register& seen, Register& largest, Words& no_number) {
  using Number = std::decay_t<decltype(seen[0])>;
  using Bits = std::decay_t<decltype(no_number[0])>;
  const Register infinity = Register{} + std::numeric_limits<Number>::infinity();
  no_number |= reinterpret_cast<Words>(infinity) -
               (reinterpret_cast<Words>(seen) & std::numeric_limits<Bits>::max());
  Words is_larger;
  spread_sign<Register>(reinterpret_cast<Words>(largest - seen), is_larger);
  const Words chosen =
      (reinterpret_cast<Words>(seen) & is_larger) | (reinterpret_cast<Words>(largest) & ~is_larger);
  largest = reinterpret_cast<Register>(chosen);
}

// Makes 0 of -0, and no number where the sign bit of `no_number` says so.
template <class Register, class Words>
SKALD_INLINE void end_maximum(const Words& no_number, Register& largest) {
  Words is_none;
  spread_sign<Register>(no_number, is_none);
  const Words ended = reinterpret_cast<Words>(largest) | is_none;
  largest = reinterpret_cast<Register>(ended) + 0;
}

// Lanes of `slopes` where `seen` has the bits of `largest`; 0 elsewhere.
template <class Register>
SKALD_INLINE void keep_equal(const Register& seen, const Register& largest, Register& slopes) {
  using Words = decltype(seen > seen);
  const Words differing = reinterpret_cast<Words>(seen) ^ reinterpret_cast<Words>(largest);
  Words is_other;
  spread_sign<Register>(differing | -differing, is_other);
  const Words kept = reinterpret_cast<Words>(slopes) & ~is_other;
  slopes = reinterpret_cast<Register>(kept);
}

// Calls average<W>() or maximum<W>() of a kernel for every output.
template <int W, class Call>
SKALD_INLINE void pool_each(const Call& call) {
  for_each_output(
      call.out.shape, [&](Index c, Index oy, Index ox) __attribute__((always_inline)) {
        if (call.pooling == Pooling::average) {
          Call::template average<W>(call, c, oy, ox);
        } else {
          Call::template maximum<W>(call, c, oy, ox);
        }
      });
}

template <class T>
struct Pool {
  Pooling pooling;
  Window window;
  Frame in, out;
  const T* x;
  T* y;

  template <int W>
  SKALD_INLINE static void run(const Pool& call) {
    pool_each<W>(call);
  }
  template <int W>
  SKALD_INLINE static void average(const Pool& call, Index c, Index oy, Index ox) {
    constexpr Index n = lane_count<T, W>;
    typename Pack<T, W>::Type sum = {}, seen;
    for (Index ky = 0; ky < call.window.height; ++ky) {
      const T* x = call.x + n * first_cell(call.in, call.window, c, oy, ox, ky);
      for (Index kx = 0; kx < call.window.width; ++kx, x += n) {
        load(x, seen);
        sum += seen;
      }
    }
    sum /= static_cast<T>(call.window.height * call.window.width);
    store(sum, call.y + call.out.at(c, oy, ox) * n);
  }
  template <int W>
  SKALD_INLINE static void maximum(const Pool& call, Index c, Index oy, Index ox) {
    constexpr Index n = lane_count<T, W>;
    typename Pack<T, W>::Type largest, seen;
    decltype(largest > seen) no_number = {};
    load(call.x + n * first_cell(call.in, call.window, c, oy, ox, 0), largest);
    for (Index ky = 0; ky < call.window.height; ++ky) {
      const T* x = call.x + n * first_cell(call.in, call.window, c, oy, ox, ky);
      for (Index kx = 0; kx < call.window.width; ++kx, x += n) {
        load(x, seen);
        take_larger(seen, largest, no_number);
      }
    }
    end_maximum(no_number, largest);
    store(largest, call.y + call.out.at(c, oy, ox) * n);
  }
};

template <class T>
struct PoolBack {
  Pooling pooling;
  Window window;
  Frame in, out, out_slopes, in_slopes;
  const T *x, *y, *dy;
  T* dx;

  template <int W>
  SKALD_INLINE static void run(const PoolBack& call) {
    constexpr Index n = lane_count<T, W>;
    call.in_slopes.for_each_line(
        [&](Index line) { std::fill_n(call.dx + line * n, call.in_slopes.shape.width * n, T{0}); });
    pool_each<W>(call);
  }
  template <int W>
  SKALD_INLINE static void average(const PoolBack& call, Index c, Index oy, Index ox) {
    constexpr Index n = lane_count<T, W>;
    typename Pack<T, W>::Type share, sum;
    load(call.dy + call.out_slopes.at(c, oy, ox) * n, share);
    share /= static_cast<T>(call.window.height * call.window.width);
    for (Index ky = 0; ky < call.window.height; ++ky) {
      T* dx = call.dx + n * first_cell(call.in_slopes, call.window, c, oy, ox, ky);
      for (Index kx = 0; kx < call.window.width; ++kx, dx += n) {
        load(dx, sum);
        store(sum + share, dx);
      }
    }
  }
  template <int W>
  SKALD_INLINE static void maximum(const PoolBack& call, Index c, Index oy, Index ox) {
    constexpr Index n = lane_count<T, W>;
    typename Pack<T, W>::Type largest, left, seen, sum;  // left: what no cell has taken yet
    load(call.y + call.out.at(c, oy, ox) * n, largest);
    load(call.dy + call.out_slopes.at(c, oy, ox) * n, left);
    for (Index ky = 0; ky < call.window.height; ++ky) {
      const T* x = call.x + n * first_cell(call.in, call.window, c, oy, ox, ky);
      T* dx = call.dx + n * first_cell(call.in_slopes, call.window, c, oy, ox, ky);
      for (Index kx = 0; kx < call.window.width; ++kx, x += n, dx += n) {
        load(x, seen);
        load(dx, sum);
        auto taken = left;
        keep_equal(seen + T{0}, largest, taken);  // end_maximum() makes 0 of -0, too
        store(sum + taken, dx);
        left -= taken;
      }
    }
  }
};

}  // namespace

template <class T>
void pool(simd::InstructionSet set, Pooling pooling, const Window& window, const Frame& in,
          const T* x, const Frame& out, T* y) {
  simd::run_on<Pool<T>>(set, Pool<T>{pooling, window, in, out, x, y});
}

template <class T>
void pool_back(simd::InstructionSet set, Pooling pooling, const Window& window, const Frame& in,
               const T* x, const Frame& out, const T* y, const Frame& out_slopes, const T* dy,
               const Frame& in_slopes, T* dx) {
  simd::run_on<PoolBack<T>>(
      set, PoolBack<T>{pooling, window, in, out, out_slopes, in_slopes, x, y, dy, dx});
}

template void pool(simd::InstructionSet, Pooling, const Window&, const Frame&, const float*,
                   const Frame&, float*);
template void pool(simd::InstructionSet, Pooling, const Window&, const Frame&, const double*,
                   const Frame&, double*);
template void pool_back(simd::InstructionSet, Pooling, const Window&, const Frame&, const float*,
                        const Frame&, const float*, const Frame&, const float*, const Frame&,
                        float*);
template void pool_back(simd::InstructionSet, Pooling, const Window&, const Frame&, const double*,
                        const Frame&, const double*, const Frame&, const double*, const Frame&,
                        double*);

}  // namespace skald::network
