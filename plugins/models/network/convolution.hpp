// Convolutions of images, several rows of data side by side: every cell of an image holds the
// numbers of a group of rows, one row per lane of a register. A row's result depends on that row
// alone, with the same bits on every instruction set: each number is a sum in one fixed order,
// without fused products. The weights and the bias are one number each for all rows; or, if rows
// have their `own`, each is a cell of numbers. T is double or float throughout.
#pragma once

#include "network/frame.hpp"
#include "skald/parts/simd/simd.hpp"

namespace skald::network {

// y[o][oy][ox] = bias[o] + sum over i, ky and kx of weights[o][i][ky][kx] x[i][oy stride + ky -
// pad][ox stride + kx - pad]. weights: out.channels x in.channels x window.height x window.width,
// row-major. The frame of x has margins of at least `pad` zeros. A null bias is 0.
template <class T>
void convolve(simd::InstructionSet set, const Window& window, const Frame& in, const T* x,
              const T* weights, const T* bias, bool own, const Frame& out, T* y);

// dx[i][iy][ix] = sum over o, ky and kx of weights[o][i][ky][kx] dy[o][oy][ox], where oy stride +
// ky - pad = iy, and so for x. The frame of dy has margins of at least back_margin(window) zeros
// beside its lines.
template <class T>
void convolve_back(simd::InstructionSet set, const Window& window, const Frame& out, const T* dy,
                   const T* weights, bool own, const Frame& in, T* dx);

// Each row's gradient: weight_gradients[o][i][ky][kx] = sum over oy and ox of dy[o][oy][ox]
// x[i][oy stride + ky - pad][ox stride + kx - pad], bias_gradients[o] = sum of dy[o][oy][ox], each
// a cell of the group's rows; none of the bias if bias_gradients is null.
template <class T>
void convolution_gradients(simd::InstructionSet set, const Window& window, const Frame& in,
                           const T* x, const Frame& out, const T* dy, T* weight_gradients,
                           T* bias_gradients);

inline Index back_margin(const Window& window) {
  return (window.width + window.stride - 1) / window.stride;
}

}  // namespace skald::network
