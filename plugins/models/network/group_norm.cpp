#include "network/group_norm.hpp"

#include <cmath>

#include "network/lanes.hpp"

namespace skald::network {
namespace {

// The channels [first, last) of a group, and how many numbers a row has in them.
struct Channels {
  Index first, last, count;
};

SKALD_INLINE Channels channels_of(const Shape& shape, Index groups, Index g) {
  const Index size = shape.channels / groups;
  return {g * size, (g + 1) * size, size * shape.height * shape.width};
}

// The sum of what add(number of the cell, sum) adds for the cells of a group. Sums of lines are
// summed: errors grow with the number of lines and their length, not with the product.
template <class Register, class Add>
SKALD_INLINE void sum_group(const Frame& in, const Channels& channels, Add&& add, Register& sum) {
  sum = Register{};
  for (Index c = channels.first; c < channels.last; ++c) {
    for (Index i = 0; i < in.shape.height; ++i) {
      Register line = {};
      for (Index j = 0; j < in.shape.width; ++j) add(in.at(c, i, j), line);
      sum += line;
    }
  }
}

// 1 / sqrt(variance + norm_epsilon), or no number where the variance is infinite.
template <class T, int W>
SKALD_INLINE void inverse_deviation(const typename Pack<T, W>::Type& variance,
                                    typename Pack<T, W>::Type& inverse) {
  constexpr Index n = lane_count<T, W>;
  T deviations[n];
  store(variance + static_cast<T>(norm_epsilon), deviations);
  for (T& deviation : deviations) deviation = std::sqrt(deviation);
  load(deviations, inverse);
  inverse = 1 / inverse + (variance - variance);
}

// Of a group in each lane, with 1 / deviation.
template <class T, int W>
struct Statistics {
  using Register = typename Pack<T, W>::Type;
  Register mean, inverse;

  SKALD_INLINE void keep(T* statistics, Index g) const {
    store(mean, statistics + 2 * g * lane_count<T, W>);
    store(inverse, statistics + (2 * g + 1) * lane_count<T, W>);
  }
  SKALD_INLINE void take(const T* statistics, Index g) {
    load(statistics + 2 * g * lane_count<T, W>, mean);
    load(statistics + (2 * g + 1) * lane_count<T, W>, inverse);
  }
  SKALD_INLINE void normal(const T* x, Register& z) const {
    load(x, z);
    z = (z - mean) * inverse;
  }
};

template <class T, bool own>
struct Normalise {
  Index groups;
  Frame in, out;
  const T *x, *parameters;
  T *y, *statistics;

  template <int W>
  SKALD_INLINE static void run(const Normalise& call) {
    for (Index g = 0; g < call.groups; ++g) {
      const Channels channels = channels_of(call.in.shape, call.groups, g);
      Statistics<T, W> group;
      measure<W>(call, channels, group);
      group.keep(call.statistics, g);
      for (Index c = channels.first; c < channels.last; ++c) scale<W>(call, c, group);
    }
  }
  template <int W>
  SKALD_INLINE static void measure(const Normalise& call, const Channels& channels,
                                   Statistics<T, W>& group) {
    using Register = typename Pack<T, W>::Type;
    constexpr Index n = lane_count<T, W>;
    Register mean, variance;
    sum_group(
        call.in, channels,
        [&](Index cell, Register & sum) __attribute__((always_inline)) {
          Register value;
          load(call.x + cell * n, value);
          sum += value;
        },
        mean);
    mean /= static_cast<T>(channels.count);
    sum_group(
        call.in, channels,
        [&](Index cell, Register & sum) __attribute__((always_inline)) {
          Register value;
          load(call.x + cell * n, value);
          value -= mean;
          sum += value * value;
        },
        variance);
    variance /= static_cast<T>(channels.count);
    group.mean = mean;
    inverse_deviation<T, W>(variance, group.inverse);
  }
  template <int W>
  SKALD_INLINE static void scale(const Normalise& call, Index c, const Statistics<T, W>& group) {
    using Factor = Parameter<T, W, own>;
    constexpr Index n = lane_count<T, W>;
    const Shape& shape = call.in.shape;
    const Factor factor(call.parameters + c * Factor::step),
        shift(call.parameters + (shape.channels + c) * Factor::step);
    for (Index i = 0; i < shape.height; ++i) {
      for (Index j = 0; j < shape.width; ++j) {
        typename Pack<T, W>::Type z;
        group.normal(call.x + call.in.at(c, i, j) * n, z);
        store(z * factor.value + shift.value, call.y + call.out.at(c, i, j) * n);
      }
    }
  }
};

// With z = (x - mean) / deviation and a = factor dy, dx = (a - mean of a - z mean of a z) /
// deviation, means over the group.
template <class T, bool own>
struct NormaliseBack {
  Index groups;
  Frame in, out, in_slopes;
  const T *x, *statistics, *parameters, *dy;
  T *gradients, *dx;

  template <int W>
  SKALD_INLINE static void run(const NormaliseBack& call) {
    for (Index g = 0; g < call.groups; ++g) {
      const Channels channels = channels_of(call.in.shape, call.groups, g);
      Statistics<T, W> group;
      group.take(call.statistics, g);
      for (Index c = channels.first; c < channels.last; ++c) parameter_slopes<W>(call, c, group);
      if (call.dx != nullptr) input_slopes<W>(call, channels, group);
    }
  }
  template <int W>
  SKALD_INLINE static void parameter_slopes(const NormaliseBack& call, Index c,
                                            const Statistics<T, W>& group) {
    using Register = typename Pack<T, W>::Type;
    constexpr Index n = lane_count<T, W>;
    const Shape& shape = call.in.shape;
    Register factor_slope = {}, shift_slope = {}, z, slope;
    for (Index i = 0; i < shape.height; ++i) {
      Register factor_line = {}, shift_line = {};
      for (Index j = 0; j < shape.width; ++j) {
        group.normal(call.x + call.in.at(c, i, j) * n, z);
        load(call.dy + call.out.at(c, i, j) * n, slope);
        factor_line += slope * z;
        shift_line += slope;
      }
      factor_slope += factor_line;
      shift_slope += shift_line;
    }
    store(factor_slope, call.gradients + c * n);
    store(shift_slope, call.gradients + (shape.channels + c) * n);
  }
  // From the slopes in the parameters of the group's channels.
  template <int W>
  SKALD_INLINE static void input_slopes(const NormaliseBack& call, const Channels& channels,
                                        const Statistics<T, W>& group) {
    using Register = typename Pack<T, W>::Type;
    using Factor = Parameter<T, W, own>;
    constexpr Index n = lane_count<T, W>;
    const Shape& shape = call.in.shape;
    Register mean_slope = {}, mean_product = {}, z, slope;
    for (Index c = channels.first; c < channels.last; ++c) {
      const Factor factor(call.parameters + c * Factor::step);
      load(call.gradients + (shape.channels + c) * n, slope);
      mean_slope += slope * factor.value;
      load(call.gradients + c * n, slope);
      mean_product += slope * factor.value;
    }
    mean_slope /= static_cast<T>(channels.count);
    mean_product /= static_cast<T>(channels.count);
    for (Index c = channels.first; c < channels.last; ++c) {
      const Factor factor(call.parameters + c * Factor::step);
      for (Index i = 0; i < shape.height; ++i) {
        for (Index j = 0; j < shape.width; ++j) {
          group.normal(call.x + call.in.at(c, i, j) * n, z);
          load(call.dy + call.out.at(c, i, j) * n, slope);
          slope = (slope * factor.value - mean_slope - z * mean_product) * group.inverse;
          store(slope, call.dx + call.in_slopes.at(c, i, j) * n);
        }
      }
    }
  }
};

}  // namespace

template <class T>
void normalise(simd::InstructionSet set, Index groups, const Frame& in, const T* x,
               const T* parameters, bool own, const Frame& out, T* y, T* statistics) {
  own ? simd::run_on<Normalise<T, true>>(
            set, Normalise<T, true>{groups, in, out, x, parameters, y, statistics})
      : simd::run_on<Normalise<T, false>>(
            set, Normalise<T, false>{groups, in, out, x, parameters, y, statistics});
}

template <class T>
void normalise_back(simd::InstructionSet set, Index groups, const Frame& in, const T* x,
                    const T* statistics, const T* parameters, bool own, const Frame& out_slopes,
                    const T* dy, T* gradients, const Frame& in_slopes, T* dx) {
  own ? simd::run_on<NormaliseBack<T, true>>(
            set, NormaliseBack<T, true>{groups, in, out_slopes, in_slopes, x, statistics,
                                        parameters, dy, gradients, dx})
      : simd::run_on<NormaliseBack<T, false>>(
            set, NormaliseBack<T, false>{groups, in, out_slopes, in_slopes, x, statistics,
                                         parameters, dy, gradients, dx});
}

template void normalise(simd::InstructionSet, Index, const Frame&, const float*, const float*, bool,
                        const Frame&, float*, float*);
template void normalise(simd::InstructionSet, Index, const Frame&, const double*, const double*,
                        bool, const Frame&, double*, double*);
template void normalise_back(simd::InstructionSet, Index, const Frame&, const float*, const float*,
                             const float*, bool, const Frame&, const float*, float*, const Frame&,
                             float*);
template void normalise_back(simd::InstructionSet, Index, const Frame&, const double*,
                             const double*, const double*, bool, const Frame&, const double*,
                             double*, const Frame&, double*);

}  // namespace skald::network
