// The squared Euclidean norms of rows, of which those of single rows' gradients are made.
#pragma once

#include <algorithm>
#include <array>

#include "dense/derived_array.hpp"
#include "dense/padded_rows.hpp"

namespace skald {

// squares[r] = `more` and the squares of row r's first `width` numbers, added in double and in
// their order. Eight rows at a time, since each addition of a sum has to wait for the one before.
template <class T>
void square_rows(const T* const* rows, Index count, Index width, double* squares, double more = 0) {
  constexpr std::size_t lanes = 8;
  for (Index first = 0; first < count; first += lanes) {
    std::array<const T*, lanes> row;
    for (std::size_t i = 0; i < lanes; ++i)
      row[i] = rows[std::min(first + static_cast<Index>(i), count - 1)];
    std::array<double, lanes> sums;
    sums.fill(more);
    for (Index k = 0; k < width; ++k) {
      for (std::size_t i = 0; i < lanes; ++i) {
        const auto x = static_cast<double>(row[i][k]);
        sums[i] += x * x;
      }
    }
    std::copy_n(sums.begin(), std::min<Index>(lanes, count - first), squares + first);
  }
}

// The squares of all rows of a table's PaddedRows without a row bound, computed once for all
// processes.
class RowSquares {
 public:
  RowSquares() = default;
  template <class T>
  RowSquares(const Table& table, const PaddedRows<T>& rows);

  double operator[](Index r) const { return squares_[r]; }

 private:
  DerivedArray array_;
  const double* squares_ = nullptr;
};

}  // namespace skald
