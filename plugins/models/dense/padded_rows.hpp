// The rows of a table in the layout that dense/row_products.hpp needs. T is double or float.
#pragma once

#include <limits>

#include "dense/derived_array.hpp"
#include "dense/row_products.hpp"
#include "skald/table.hpp"

namespace skald {

// The features of all rows, padded; each row is followed by a constant 1 where `intercept` is true.
// Features of a norm above `row_bound` are scaled down to it.
template <class T>
class PaddedRows {
 public:
  PaddedRows() = default;
  PaddedRows(const Table& table, bool intercept,
             double row_bound = std::numeric_limits<double>::infinity());

  Index count() const { return count_; }
  Index width() const { return width_; }    // numbers of a row
  Index stride() const { return stride_; }  // from one row to the next
  const T* row(Index r) const { return values_ + r * stride_; }
  // Calls visit(begin, bytes) for the memory of some rows that follow each other.
  template <class Visit>
  void for_each_part(Index first, Index count, Visit&& visit) const {
    visit(row(first), static_cast<std::size_t>(count * stride_) * sizeof(T));
  }
  // Of (x, 1) with an intercept.
  double norm(Index r) const { return norms_[r]; }

 private:
  Index count_ = 0, width_ = 0, stride_ = 0;
  DerivedArray array_;  // the norms, then the rows
  const double* norms_ = nullptr;
  const T* values_ = nullptr;
};

}  // namespace skald
