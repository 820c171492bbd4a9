// What dense/row_products.hpp computes, of rows that hold only their numbers other than 0. Products
// with 0 are left out and all others added in the same order, so that the results have the same
// bits wherever weights and coefficients are finite. T is double or float throughout.
#pragma once

#include <vector>

#include "dense/row_products.hpp"
#include "sparse/sparse_rows.hpp"

namespace skald {

// Where a tile's rows are.
template <class T>
struct SparseTile {
  const SparseRow<T>* rows;
  Index count;  // at most row_tile
  Index width;  // zeros included
};

// scores[o * row_tile + r] = <weights of output o, row r>; those of output o begin at
// weights[o * width], not padded, and are rounded to T.
template <class T>
void score_rows(const SparseTile<T>& tile, const double* weights, Index outputs, double* scores);

// Sums of rows for weight vectors of `width` numbers, with working memory of its own.
template <class T>
class SparseOuterProducts {
 public:
  explicit SparseOuterProducts(Index width);

  // out[o * width + k] = sum over r of coefficients[o * row_tile + r] row_r[k]; with `accumulate`,
  // that sum is added.
  void add(const SparseTile<T>& tile, const T* coefficients, Index outputs, bool accumulate,
           double* out);

 private:
  void find_places(const SparseTile<T>& tile);

  std::vector<T> sum_;                // 0 between calls
  std::vector<bool> is_used_;         // false between calls
  std::vector<std::int32_t> places_;  // where some row of the tile is not 0
};

}  // namespace skald
