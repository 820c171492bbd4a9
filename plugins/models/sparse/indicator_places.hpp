// The places of the ones in rows of indicators, a byte each, and as many in every row: loops over
// them have one length, and a row is a quarter as many bytes.
#pragma once

#include <cstdint>

#include "dense/derived_array.hpp"
#include "sparse/sparse_rows.hpp"

namespace skald {

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
