// Products of scattered rows of data with a small weight matrix, from which gradients of linear
// predictors and of dense layers are made. In double or float, with the same bits on every
// instruction set: a product of one row and one weight vector always adds in the same order,
// whatever else is computed with it. T is double or float throughout.
#pragma once

#include <algorithm>

#include "skald/block.hpp"
#include "skald/parts/simd/simd.hpp"

namespace skald {

// Rows and weight vectors are zero-filled to a multiple of this many numbers: 64 bytes.
template <class T>
inline constexpr Index row_padding = 64 / static_cast<Index>(sizeof(T));
template <class T>
constexpr Index padded(Index width) {
  return (width + row_padding<T> - 1) / row_padding<T> * row_padding<T>;
}

// The products take at most this many rows at a time, and scores and coefficients of one output
// have this stride.
inline constexpr Index row_tile = 80;

// Copies `count` weight vectors of `width` numbers, one after the other, into padded ones.
template <class T>
void pad_weights(const double* weights, Index count, Index width, T* out,
                 simd::InstructionSet set = simd::widest_instruction_set());

// Where a tile's rows are: each padded, `stride` numbers of which the first `width` count.
template <class T>
struct RowTile {
  const T* const* rows;
  Index count;  // at most row_tile
  Index width;
};

// scores[o * row_tile + r] = <weights of output o, row r>, weights padded like the rows.
template <class T>
void score_rows(const RowTile<T>& tile, const T* weights, Index outputs, double* scores,
                simd::InstructionSet set = simd::widest_instruction_set());

// out[o * width + k] = sum over r of coefficients[o * row_tile + r] row_r[k]; with `accumulate`,
// that sum is added. `out` is not padded.
template <class T>
void add_outer_products(const RowTile<T>& tile, const T* coefficients, Index outputs,
                        bool accumulate, double* out,
                        simd::InstructionSet set = simd::widest_instruction_set());

// A step theta <- theta - lr (factor * sum + prior * theta).
template <class T>
struct WeightStep {
  double factor, prior, lr;
  double* theta;  // weight vectors of `width` numbers, one after the other
  T* weights;     // the same, padded; what they are padded with stays
};

// Makes the step, where sum is what add_outer_products() writes, added to `before`, of the shape of
// theta, if that is given. Every number comes to be as if each operation were a pass of its own.
template <class T>
void step_by_outer_products(const RowTile<T>& tile, const T* coefficients, Index outputs,
                            const double* before, const WeightStep<T>& step,
                            simd::InstructionSet set = simd::widest_instruction_set());

// scores[i * row_tile + r] = sum over o of weights_o[i] coefficients[o * row_tile + r], for the
// first `inputs` numbers i of the padded weight vectors of `stride` numbers and the first `rows`
// rows r: what a layer passes back in backpropagation. What further rows hold is not specified.
template <class T>
void pass_back(const T* weights, Index outputs, Index inputs, Index stride, Index rows,
               const T* coefficients, T* scores,
               simd::InstructionSet set = simd::widest_instruction_set());

// Registers of double or float, for kernels that run on several instruction sets.

// W doubles' worth of numbers in one register.
template <class T, int W>
struct Pack {
  using Type __attribute__((vector_size(W * sizeof(double)))) = T;
};

}  // namespace skald
