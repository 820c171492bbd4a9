// The rows of a table in the layout that dense/row_products.hpp needs. T is double or float.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "dense/derived_array.hpp"
#include "dense/row_products.hpp"
#include "skald/table.hpp"

namespace skald {

// Features of more bytes than this are not copied.
inline constexpr std::size_t kMostCopiedBytes = std::size_t{1} << 30;

// The features of all rows, padded; each row is followed by a constant 1 where `intercept` is true.
// Features of a norm above `row_bound` are scaled down to it. They are a copy, shared by processes,
// or, of a large table, rows are written anew from the table, which is borrowed, whenever they are
// read; both have the same bits.
template <class T>
class PaddedRows {
 public:
  using Number = T;

  PaddedRows() = default;
  PaddedRows(const Table& table, bool intercept,
             double row_bound = std::numeric_limits<double>::infinity(),
             std::size_t most_copied = kMostCopiedBytes);

  Index count() const { return count_; }
  Index width() const { return width_; }    // numbers of a row
  Index stride() const { return stride_; }  // from one row to the next
  bool are_copied() const { return norms_ != nullptr; }
  const T* row(Index r) const { return values_ + r * stride_; }  // of a copy
  // What row(r, room, place) needs for that many places.
  std::vector<T> room_for(Index places) const {
    return std::vector<T>(static_cast<std::size_t>(are_copied() ? 0 : places * stride_));
  }
  // Row r, valid until that place of the room is used again.
  const T* row(Index r, std::vector<T>& room, Index place) const {
    return are_copied() ? row(r) : write_row(r, room.data() + place * stride_);
  }
  // Calls visit(begin, bytes) for the memory of some rows that follow each other.
  template <class Visit>
  void for_each_part(Index first, Index count, Visit&& visit) const {
    if (are_copied())
      return visit(row(first), static_cast<std::size_t>(count * stride_) * sizeof(T));
    const ConstBlock rows = features_.columns(first, count);
    visit(rows.data, static_cast<std::size_t>(rows.stride * count) * sizeof(double));
  }
  // Of (x, 1) with an intercept.
  double norm(Index r) const { return are_copied() ? norms_[r] : norm_of(r); }

 private:
  void copy(const Table& table, const std::string& recipe);
  // Writes a row, whose room is zero behind its numbers, and returns it.
  const T* write_row(Index r, T* to) const;
  double scale_of(Index r) const;
  double norm_of(Index r) const;

  ConstBlock features_{};  // of the table
  bool intercept_ = false;
  double row_bound_ = 0;
  Index count_ = 0, width_ = 0, stride_ = 0;
  DerivedArray array_;  // the norms, then the rows
  const double* norms_ = nullptr;
  const T* values_ = nullptr;
};

// The squared Euclidean norms of rows, of which those of single rows' gradients are made.

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
