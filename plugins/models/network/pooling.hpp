// Pooling of images in the layout of network/frame.hpp: a cell of y is the mean or the maximum of
// the cells of x in its window. Each lane for itself, with the same bits on every instruction set.
// T is double or float.
#pragma once

#include <cstdint>

#include "network/frame.hpp"
#include "skald/parts/simd/simd.hpp"

namespace skald::network {

enum class Pooling : std::uint8_t { average, maximum };

// A window of which a cell is no number gives no number.
template <class T>
void pool(simd::InstructionSet set, Pooling pooling, const Window& window, const Frame& in,
          const T* x, const Frame& out, T* y);

// dx from dy, for the x and y of pool(): a maximum passes on to the first cell of the window, line
// by line, that has it.
template <class T>
void pool_back(simd::InstructionSet set, Pooling pooling, const Window& window, const Frame& in,
               const T* x, const Frame& out, const T* y, const Frame& out_slopes, const T* dy,
               const Frame& in_slopes, T* dx);

}  // namespace skald::network
