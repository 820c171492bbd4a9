// Activation functions of units, applied to outputs in place. T is double or float.
#pragma once

#include <cstdint>

#include "skald/block.hpp"

namespace skald::network {

enum class Activation : std::uint8_t { none, relu, tanh, sigmoid };

// values[i] becomes f(values[i]); the same bits on every processor.
template <class T>
void activate(Activation activation, T* values, Index count);

// slopes[i] *= f'(z), where f(z) = values[i].
template <class T>
void multiply_by_slope(Activation activation, const T* values, Index count, T* slopes);

}  // namespace skald::network
