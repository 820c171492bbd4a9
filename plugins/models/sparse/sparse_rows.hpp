// The rows of a table as their numbers other than 0: compressed sparse rows. T is double or float
// throughout.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "dense/derived_array.hpp"
#include "dense/row_products.hpp"
#include "skald/table.hpp"

namespace skald {

// Whether products with the table's rows are faster over their numbers other than 0: judged by
// some hundred rows, so that it is cheap for every run. Either way products have the same bits.
bool are_sparse(const Table& table);

// A row's numbers other than 0, in the order of their places.
template <class T>
struct SparseRow {
  const std::int32_t* places;
  const T* values;
  Index count;
};

// The features of all rows; each row is followed by a constant 1 where `intercept` is true.
// Features of a norm above `row_bound` are scaled down to it.
template <class T>
class SparseRows {
 public:
  using Number = T;

  SparseRows() = default;
  SparseRows(const Table& table, bool intercept,
             double row_bound = std::numeric_limits<double>::infinity());

  Index count() const { return count_; }
  Index width() const { return width_; }  // numbers of a row, zeros included
  SparseRow<T> row(Index r) const {
    const std::int64_t first = starts_[r];
    return {places_ + first, values_ + first, starts_[r + 1] - first};
  }
  // Calls visit(begin, bytes) for the memory of some rows that follow each other.
  template <class Visit>
  void for_each_part(Index first, Index count, Visit&& visit) const {
    const auto numbers = static_cast<std::size_t>(starts_[first + count] - starts_[first]);
    visit(places_ + starts_[first], numbers * sizeof(std::int32_t));
    visit(values_ + starts_[first], numbers * sizeof(T));
  }
  // Whether every number other than 0 is 1, as where words and categories are coded.
  bool are_indicators() const { return starts_[count_ + 1] != 0; }
  // Of (x, 1) with an intercept.
  double norm(Index r) const { return norms_[r]; }
  double feature_norm(Index r) const { return norms_[count_ + r]; }

 private:
  Index count_ = 0, width_ = 0;
  DerivedArray
      frame_;  // where each row starts, and where the last one ends; whether all are 1; both norms
  DerivedArray content_;  // values, then places
  const std::int64_t* starts_ = nullptr;
  const double* norms_ = nullptr;
  const T* values_ = nullptr;
  const std::int32_t* places_ = nullptr;
};

// What dense/row_products.hpp computes, of rows that hold only their numbers other than 0. Products
// with 0 are left out and all others added in the same order, so that the results have the same
// bits wherever weights and coefficients are finite. T is double or float throughout.

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

// The places of the ones in rows of indicators, a byte each, and as many in every row: loops over
// them have one length, and a row is a quarter as many bytes.
class IndicatorPlaces {
 public:
  static constexpr Index most_features = 255;
  static constexpr Index step = 4;  // length() is a multiple of this

  IndicatorPlaces() = default;
  // Of the table's rows, which are `rows` without an intercept. There are none where rows hold
  // other numbers than 0 and 1 or more than `most_features`, or have very different lengths.
  IndicatorPlaces(const Table& table, const SparseRows<double>& rows);

  bool exist() const { return length_ > 0; }
  Index length() const { return length_; }
  // The places of row r's ones in increasing order, then the number of features, which is no place,
  // up to length().
  const std::uint8_t* row(Index r) const { return places_ + r * length_; }

 private:
  Index length_ = 0;
  DerivedArray content_;
  const std::uint8_t* places_ = nullptr;
};

}  // namespace skald
