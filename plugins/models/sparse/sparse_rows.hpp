// The rows of a table as their numbers other than 0: compressed sparse rows. T is double or float
// throughout.
#pragma once

#include <cstdint>
#include <limits>

#include "dense/derived_array.hpp"
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

}  // namespace skald
