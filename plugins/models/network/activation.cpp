#include "network/activation.hpp"

#include <cmath>

#include "skald/parts/simd/vector_math.hpp"

namespace skald::network {
namespace {

template <class T>
T sigmoid(T z) {
  simd::Reals<2> probability;
  simd::sigmoid<2>(simd::Reals<2>{} + static_cast<double>(z), probability);
  return static_cast<T>(probability[0]);
}

}  // namespace

template <class T>
void activate(Activation activation, T* values, Index count) {
  switch (activation) {
    case Activation::none:
      return;
    case Activation::relu:
      for (Index i = 0; i < count; ++i) values[i] = values[i] < 0 ? 0 : values[i];
      return;
    case Activation::tanh:
      for (Index i = 0; i < count; ++i)
        values[i] = static_cast<T>(std::tanh(static_cast<double>(values[i])));
      return;
    case Activation::sigmoid:
      for (Index i = 0; i < count; ++i) values[i] = sigmoid(values[i]);
  }
}

template <class T>
void multiply_by_slope(Activation activation, const T* values, Index count, T* slopes) {
  switch (activation) {
    case Activation::none:
      return;
    case Activation::relu:
      for (Index i = 0; i < count; ++i) slopes[i] = values[i] > 0 ? slopes[i] : 0;
      return;
    case Activation::tanh:
      for (Index i = 0; i < count; ++i) slopes[i] *= 1 - values[i] * values[i];
      return;
    case Activation::sigmoid:
      for (Index i = 0; i < count; ++i) slopes[i] *= values[i] * (1 - values[i]);
  }
}

template void activate(Activation, float*, Index);
template void activate(Activation, double*, Index);
template void multiply_by_slope(Activation, const float*, Index, float*);
template void multiply_by_slope(Activation, const double*, Index, double*);

}  // namespace skald::network
