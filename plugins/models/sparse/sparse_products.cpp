#include "sparse/sparse_products.hpp"

#include <algorithm>

namespace skald {
namespace {

// As in row_products.cpp: partial sum l takes the numbers at l, l + lanes, ..., and halves of them
// are then added until one is left.
template <class T>
T dot(const SparseRow<T>& row, const double* weights) {
  constexpr Index lanes = row_padding<T>;
  T sums[lanes] = {};
  for (Index i = 0; i < row.count; ++i) {
    const std::int32_t k = row.places[i];
    sums[k % lanes] += static_cast<T>(weights[k]) * row.values[i];
  }
  for (Index half = lanes / 2; half > 0; half /= 2) {
    for (Index l = 0; l < half; ++l) sums[l] += sums[l + half];
  }
  return sums[0];
}

}  // namespace

template <class T>
void score_rows(const SparseTile<T>& tile, const double* weights, Index outputs, double* scores) {
  for (Index r = 0; r < tile.count; ++r) {
    for (Index o = 0; o < outputs; ++o) {
      scores[o * row_tile + r] = static_cast<double>(dot(tile.rows[r], weights + o * tile.width));
    }
  }
}

template <class T>
SparseOuterProducts<T>::SparseOuterProducts(Index width)
    : sum_(static_cast<std::size_t>(width)), is_used_(sum_.size()) {}

template <class T>
void SparseOuterProducts<T>::add(const SparseTile<T>& tile, const T* coefficients, Index outputs,
                                 bool accumulate, double* out) {
  find_places(tile);
  if (!accumulate) std::fill_n(out, outputs * tile.width, 0.0);
  for (Index o = 0; o < outputs; ++o) {
    const T* coefficient = coefficients + o * row_tile;
    T* sum = sum_.data();
    for (Index r = 0; r < tile.count; ++r) {
      const SparseRow<T>& row = tile.rows[r];
      for (Index i = 0; i < row.count; ++i) sum[row.places[i]] += row.values[i] * coefficient[r];
    }
    double* to = out + o * tile.width;
    for (const std::int32_t k : places_) {
      to[k] += static_cast<double>(sum[k]);
      sum[k] = 0;
    }
  }
}

template <class T>
void SparseOuterProducts<T>::find_places(const SparseTile<T>& tile) {
  places_.clear();
  for (Index r = 0; r < tile.count; ++r) {
    const SparseRow<T>& row = tile.rows[r];
    for (Index i = 0; i < row.count; ++i) {
      const auto k = static_cast<std::size_t>(row.places[i]);
      if (is_used_[k]) continue;
      is_used_[k] = true;
      places_.push_back(row.places[i]);
    }
  }
  for (const std::int32_t k : places_) is_used_[static_cast<std::size_t>(k)] = false;
}

template void score_rows(const SparseTile<double>&, const double*, Index, double*);
template void score_rows(const SparseTile<float>&, const double*, Index, double*);
template class SparseOuterProducts<double>;
template class SparseOuterProducts<float>;

}  // namespace skald
