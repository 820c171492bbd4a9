#include "network/convolution.hpp"

#include <algorithm>

#include "network/lanes.hpp"

namespace skald::network {
namespace {

template <class T, bool own>
struct Convolve {
  Window window;
  Frame in, out;
  const T *x, *weights, *bias;
  T* y;

  template <int W>
  SKALD_INLINE static void run(const Convolve& call) {
    constexpr int outputs = W == 8 ? 4 : 2;
    for (Index oy = 0; oy < call.out.shape.height; ++oy) {
      Index o = 0;
      for (; o + outputs <= call.out.shape.channels; o += outputs) line<W, outputs>(call, o, oy);
      for (; o + 2 <= call.out.shape.channels; o += 2) line<W, 2>(call, o, oy);
      for (; o < call.out.shape.channels; ++o) line<W, 1>(call, o, oy);
    }
  }
  template <int W, int outputs>
  SKALD_INLINE static void line(const Convolve& call, Index o, Index oy) {
    Index ox = 0;
    for (; ox + 4 <= call.out.shape.width; ox += 4) cells<W, outputs, 4>(call, o, oy, ox);
    for (; ox < call.out.shape.width; ++ox) cells<W, outputs, 1>(call, o, oy, ox);
  }
  template <int W, int outputs, int count>
  SKALD_INLINE static void cells(const Convolve& call, Index o, Index oy, Index ox) {
    using Register = typename Pack<T, W>::Type;
    using Factor = Parameter<T, W, own>;
    constexpr Index n = lane_count<T, W>;
    const Window& w = call.window;
    const Index taps = call.in.shape.channels * w.height * w.width;
    Register sum[outputs][count];
    unrolled<outputs>(SKALD_EACH(p) {
      Register start = {};
      if (call.bias != nullptr) {
        const Factor offset(call.bias + (o + p) * Factor::step);
        start += offset.value;
      }
      unrolled<count>(SKALD_EACH(i) { sum[p][i] = start; });
    });
    const T* weight = call.weights + o * taps * Factor::step;
    for (Index c = 0; c < call.in.shape.channels; ++c) {
      for (Index ky = 0; ky < w.height; ++ky) {
        const T* x = call.x + call.in.at(c, oy * w.stride + ky - w.pad, ox * w.stride - w.pad) * n;
        for (Index kx = 0; kx < w.width; ++kx, weight += Factor::step) {
          Register seen[count];
          unrolled<count>(SKALD_EACH(i) { load(x + (kx + i * w.stride) * n, seen[i]); });
          unrolled<outputs>(SKALD_EACH(p) {
            const Factor factor(weight + p * taps * Factor::step);
            unrolled<count>(SKALD_EACH(i) { sum[p][i] += seen[i] * factor.value; });
          });
        }
      }
    }
    T* y = call.y + call.out.at(o, oy, ox) * n;
    unrolled<outputs>(SKALD_EACH(p) {
      unrolled<count>(SKALD_EACH(i) { store(sum[p][i], y + (p * call.out.plane() + i) * n); });
    });
  }
};

// A cell (iy, ix) of dx takes from those taps (ky, kx) for which iy + pad - ky and ix + pad - kx
// are multiples of the stride: from phase = (ix + pad) mod stride on, every stride-th. Cells of one
// phase lie side by side in dy.
template <class T, bool own>
struct ConvolveBack {
  Window window;
  Frame out, in;
  const T *dy, *weights;
  T* dx;

  // Taps phase + s stride, s in [first, last), which see the lines y - s of dy.
  struct Taps {
    Index phase, y, first, last;
  };
  // How many of the numbers 0, ..., size - 1 are phase + a multiple of the stride.
  SKALD_INLINE static Index taps_of(Index size, Index stride, Index phase) {
    return (size - phase + stride - 1) / stride;
  }

  template <int W>
  SKALD_INLINE static void run(const ConvolveBack& call) {
    constexpr int inputs = W == 8 ? 4 : 2;
    const Window& w = call.window;
    for (Index iy = 0; iy < call.in.shape.height; ++iy) {
      const Index phase = (iy + w.pad) % w.stride, y = (iy + w.pad) / w.stride;
      const Taps taps{phase, y, std::max<Index>(0, y - (call.out.shape.height - 1)),
                      std::min(taps_of(w.height, w.stride, phase), y + 1)};
      Index c = 0;
      for (; c + inputs <= call.in.shape.channels; c += inputs) line<W, inputs>(call, c, iy, taps);
      for (; c + 2 <= call.in.shape.channels; c += 2) line<W, 2>(call, c, iy, taps);
      for (; c < call.in.shape.channels; ++c) line<W, 1>(call, c, iy, taps);
    }
  }
  template <int W, int inputs>
  SKALD_INLINE static void line(const ConvolveBack& call, Index c, Index iy, const Taps& lines) {
    const Window& w = call.window;
    for (Index phase = 0; phase < w.stride; ++phase) {
      // Cells ix = phase + stride j - pad.
      Index j = phase >= w.pad ? 0 : taps_of(w.pad, w.stride, phase);
      const Index end = taps_of(call.in.shape.width + w.pad, w.stride, phase);
      for (; j + 4 <= end; j += 4) cells<W, inputs, 4>(call, c, iy, lines, phase, j);
      for (; j < end; ++j) cells<W, inputs, 1>(call, c, iy, lines, phase, j);
    }
  }
  template <int W, int inputs, int count>
  SKALD_INLINE static void cells(const ConvolveBack& call, Index c, Index iy, const Taps& lines,
                                 Index phase, Index j) {
    using Register = typename Pack<T, W>::Type;
    using Factor = Parameter<T, W, own>;
    constexpr Index n = lane_count<T, W>;
    const Window& w = call.window;
    const Index taps = w.height * w.width, unit = call.in.shape.channels * taps;
    const Index all = taps_of(w.width, w.stride, phase);
    const Index first = std::max<Index>(0, j - (call.out.shape.width - 1));
    const Index last = std::min(all, j + count);
    Register sum[inputs][count] = {};
    for (Index o = 0; o < call.out.shape.channels; ++o) {
      for (Index s = lines.first; s < lines.last; ++s) {
        const Index ky = lines.phase + s * w.stride;
        const T* dy = call.dy + call.out.at(o, lines.y - s, j) * n;
        const T* weight =
            call.weights + (o * unit + c * taps + ky * w.width + phase) * Factor::step;
        for (Index t = first; t < last; ++t) {
          Register seen[count];
          unrolled<count>(SKALD_EACH(i) { load(dy + (i - t) * n, seen[i]); });
          unrolled<inputs>(SKALD_EACH(p) {
            const Factor factor(weight + (p * taps + t * w.stride) * Factor::step);
            unrolled<count>(SKALD_EACH(i) { sum[p][i] += seen[i] * factor.value; });
          });
        }
      }
    }
    T* dx = call.dx + call.in.at(c, iy, phase + w.stride * j - w.pad) * n;
    unrolled<inputs>(SKALD_EACH(p) {
      unrolled<count>(
          SKALD_EACH(i) { store(sum[p][i], dx + (p * call.in.plane() + i * w.stride) * n); });
    });
  }
};

template <class T>
struct ConvolutionGradients {
  Window window;
  Frame in, out;
  const T *x, *dy;
  T *weight_gradients, *bias_gradients;

  template <int W>
  SKALD_INLINE static void run(const ConvolutionGradients& call) {
    constexpr int outputs = W == 8 ? 4 : 2;
    Index o = 0;
    for (; o + outputs <= call.out.shape.channels; o += outputs) channels<W, outputs>(call, o);
    for (; o + 2 <= call.out.shape.channels; o += 2) channels<W, 2>(call, o);
    for (; o < call.out.shape.channels; ++o) channels<W, 1>(call, o);
    for (o = 0; call.bias_gradients != nullptr && o < call.out.shape.channels; ++o)
      bias<W>(call, o);
  }
  template <int W, int outputs>
  SKALD_INLINE static void channels(const ConvolutionGradients& call, Index o) {
    for (Index c = 0; c < call.in.shape.channels; ++c) {
      for (Index ky = 0; ky < call.window.height; ++ky) {
        Index kx = 0;
        for (; kx + 5 <= call.window.width; kx += 5) taps<W, outputs, 5>(call, o, c, ky, kx);
        for (; kx + 3 <= call.window.width; kx += 3) taps<W, outputs, 3>(call, o, c, ky, kx);
        for (; kx < call.window.width; ++kx) taps<W, outputs, 1>(call, o, c, ky, kx);
      }
    }
  }
  template <int W, int outputs, int count>
  SKALD_INLINE static void taps(const ConvolutionGradients& call, Index o, Index c, Index ky,
                                Index kx) {
    using Register = typename Pack<T, W>::Type;
    constexpr Index n = lane_count<T, W>;
    const Window& w = call.window;
    const Index plane = call.out.plane() * n;
    Register sum[outputs][count] = {};
    for (Index oy = 0; oy < call.out.shape.height; ++oy) {
      const T* dy = call.dy + call.out.at(o, oy, 0) * n;
      const T* x = call.x + call.in.at(c, oy * w.stride + ky - w.pad, kx - w.pad) * n;
      for (Index ox = 0; ox < call.out.shape.width; ++ox, dy += n, x += w.stride * n) {
        Register seen[count];
        unrolled<count>(SKALD_EACH(i) { load(x + i * n, seen[i]); });
        unrolled<outputs>(SKALD_EACH(p) {
          Register slope;
          load(dy + p * plane, slope);
          unrolled<count>(SKALD_EACH(i) { sum[p][i] += slope * seen[i]; });
        });
      }
    }
    const Index unit = call.in.shape.channels * w.height * w.width;
    T* to = call.weight_gradients + (o * unit + (c * w.height + ky) * w.width + kx) * n;
    unrolled<outputs>(SKALD_EACH(p) {
      unrolled<count>(SKALD_EACH(i) { store(sum[p][i], to + (p * unit + i) * n); });
    });
  }
  template <int W>
  SKALD_INLINE static void bias(const ConvolutionGradients& call, Index o) {
    using Register = typename Pack<T, W>::Type;
    constexpr Index n = lane_count<T, W>;
    Register sum = {}, slope;
    for (Index oy = 0; oy < call.out.shape.height; ++oy) {
      for (Index ox = 0; ox < call.out.shape.width; ++ox) {
        load(call.dy + call.out.at(o, oy, ox) * n, slope);
        sum += slope;
      }
    }
    store(sum, call.bias_gradients + o * n);
  }
};

}  // namespace

template <class T>
void convolve(simd::InstructionSet set, const Window& window, const Frame& in, const T* x,
              const T* weights, const T* bias, bool own, const Frame& out, T* y) {
  own ? simd::run_on<Convolve<T, true>>(set,
                                        Convolve<T, true>{window, in, out, x, weights, bias, y})
      : simd::run_on<Convolve<T, false>>(set,
                                         Convolve<T, false>{window, in, out, x, weights, bias, y});
}

template <class T>
void convolve_back(simd::InstructionSet set, const Window& window, const Frame& out, const T* dy,
                   const T* weights, bool own, const Frame& in, T* dx) {
  own ? simd::run_on<ConvolveBack<T, true>>(set,
                                            ConvolveBack<T, true>{window, out, in, dy, weights, dx})
      : simd::run_on<ConvolveBack<T, false>>(
            set, ConvolveBack<T, false>{window, out, in, dy, weights, dx});
}

template <class T>
void convolution_gradients(simd::InstructionSet set, const Window& window, const Frame& in,
                           const T* x, const Frame& out, const T* dy, T* weight_gradients,
                           T* bias_gradients) {
  simd::run_on<ConvolutionGradients<T>>(
      set, ConvolutionGradients<T>{window, in, out, x, dy, weight_gradients, bias_gradients});
}

template void convolve(simd::InstructionSet, const Window&, const Frame&, const float*,
                       const float*, const float*, bool, const Frame&, float*);
template void convolve(simd::InstructionSet, const Window&, const Frame&, const double*,
                       const double*, const double*, bool, const Frame&, double*);
template void convolve_back(simd::InstructionSet, const Window&, const Frame&, const float*,
                            const float*, bool, const Frame&, float*);
template void convolve_back(simd::InstructionSet, const Window&, const Frame&, const double*,
                            const double*, bool, const Frame&, double*);
template void convolution_gradients(simd::InstructionSet, const Window&, const Frame&, const float*,
                                    const Frame&, const float*, float*, float*);
template void convolution_gradients(simd::InstructionSet, const Window&, const Frame&,
                                    const double*, const Frame&, const double*, double*, double*);

}  // namespace skald::network
