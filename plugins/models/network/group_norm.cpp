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

// The sum of what add(channel, y, x, sum) adds for the cells of a group. Sums of lines are summed:
// errors grow with the number of lines and their length, not with the product.
template <class Register, class Add>
SKALD_INLINE void sum_group(const Shape& shape, const Channels& channels, Add&& add,
                            Register& sum) {
  sum = Register{};
  for (Index c = channels.first; c < channels.last; ++c) {
    for (Index y = 0; y < shape.height; ++y) {
      Register line = {};
      for (Index x = 0; x < shape.width; ++x) add(c, y, x, line);
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

template <class T, bool own>
struct Normalise {
  Index groups;
  Frame in, out;
  const T *x, *parameters;
  T *y, *statistics;

  template <int W>
  SKALD_INLINE static void run(const Normalise& call) {
    for (Index g = 0; g < call.groups; ++g) group<W>(call, g);
  }
  template <int W>
  SKALD_INLINE static void group(const Normalise& call, Index g) {
    using Register = typename Pack<T, W>::Type;
    using Factor = Parameter<T, W, own>;
    constexpr Index n = lane_count<T, W>;
    const Shape& shape = call.in.shape;
    const Channels channels = channels_of(shape, call.groups, g);
    const auto each = [&](Index c, Index y, Index x, Register & to) __attribute__((always_inline)) {
      load(call.x + call.in.at(c, y, x) * n, to);
    };
    Register mean, variance, inverse;
    sum_group(
        shape, channels,
        [&](Index c, Index y, Index x, Register & sum) __attribute__((always_inline)) {
          Register value;
          each(c, y, x, value);
          sum += value;
        },
        mean);
    mean /= static_cast<T>(channels.count);
    sum_group(
        shape, channels,
        [&](Index c, Index y, Index x, Register & sum) __attribute__((always_inline)) {
          Register value;
          each(c, y, x, value);
          value -= mean;
          sum += value * value;
        },
        variance);
    variance /= static_cast<T>(channels.count);
    inverse_deviation<T, W>(variance, inverse);
    store(mean, call.statistics + 2 * g * n);
    store(inverse, call.statistics + (2 * g + 1) * n);
    for (Index c = channels.first; c < channels.last; ++c) {
      const Factor factor(call.parameters + c * Factor::step),
          shift(call.parameters + (shape.channels + c) * Factor::step);
      for (Index y = 0; y < shape.height; ++y) {
        for (Index x = 0; x < shape.width; ++x) {
          Register value;
          each(c, y, x, value);
          value = (value - mean) * inverse * factor.value + shift.value;
          store(value, call.y + call.out.at(c, y, x) * n);
        }
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
  const T *x, *statistics, *parameters;
  const T* dy;
  T *gradients, *dx;

  template <int W>
  SKALD_INLINE static void run(const NormaliseBack& call) {
    for (Index g = 0; g < call.groups; ++g) group<W>(call, g);
  }
  template <int W>
  SKALD_INLINE static void group(const NormaliseBack& call, Index g) {
    using Register = typename Pack<T, W>::Type;
    using Factor = Parameter<T, W, own>;
    constexpr Index n = lane_count<T, W>;
    const Shape& shape = call.in.shape;
    const Channels channels = channels_of(shape, call.groups, g);
    Register mean, inverse, slopes = {}, products = {};
    load(call.statistics + 2 * g * n, mean);
    load(call.statistics + (2 * g + 1) * n, inverse);
    const auto each = [&](Index c, Index y, Index x, Register & z, Register & slope)
        __attribute__((always_inline)) {
      load(call.x + call.in.at(c, y, x) * n, z);
      z = (z - mean) * inverse;
      load(call.dy + call.out.at(c, y, x) * n, slope);
    };
    for (Index c = channels.first; c < channels.last; ++c) {
      Register factor_slope = {}, shift_slope = {};
      for (Index y = 0; y < shape.height; ++y) {
        Register factor_line = {}, shift_line = {};
        for (Index x = 0; x < shape.width; ++x) {
          Register z, slope;
          each(c, y, x, z, slope);
          factor_line += slope * z;
          shift_line += slope;
        }
        factor_slope += factor_line;
        shift_slope += shift_line;
      }
      store(factor_slope, call.gradients + c * n);
      store(shift_slope, call.gradients + (shape.channels + c) * n);
      const Factor factor(call.parameters + c * Factor::step);
      slopes += shift_slope * factor.value;
      products += factor_slope * factor.value;
    }
    if (call.dx == nullptr) return;
    slopes /= static_cast<T>(channels.count);
    products /= static_cast<T>(channels.count);
    for (Index c = channels.first; c < channels.last; ++c) {
      const Factor factor(call.parameters + c * Factor::step);
      for (Index y = 0; y < shape.height; ++y) {
        for (Index x = 0; x < shape.width; ++x) {
          Register z, slope;
          each(c, y, x, z, slope);
          slope = (slope * factor.value - slopes - z * products) * inverse;
          store(slope, call.dx + call.in_slopes.at(c, y, x) * n);
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
