// Rows that a table holds as their numbers other than 0: a table of 20 000 rows of 47 000 words
// would take gigabytes as a block.
#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>

#include "skald/table.hpp"

namespace skald {

// The arrays of such a table, whose features have a shape but no data. kSparseRanges, 2 x rows: the
// numbers of a row are those from the first to before the second. kSparsePlaces and kSparseValues,
// numbers x 1: which features they are, growing in a row, and their values.
inline constexpr const char *kSparseRanges = "sparse_ranges", *kSparsePlaces = "sparse_places",
                            *kSparseValues = "sparse_values";

// What a model's extension() returns something for if it reads such tables. The host gives others
// the features as a block.
struct ReadsSparseFeatures {
  static constexpr const char* id = "skald.sparse_features/1";
};

class SparseFeatures {
 public:
  struct Row {
    const double* places;
    const double* values;
    Index count;

    double square_norm() const {
      double sum = 0;
      for (Index i = 0; i < count; ++i) sum += values[i] * values[i];
      return sum;
    }
  };

  // Nothing if the table's features are a block.
  static std::optional<SparseFeatures> of(const Table& table) {
    const std::array arrays{find_array(table, kSparseRanges), find_array(table, kSparsePlaces),
                            find_array(table, kSparseValues)};
    if (table.features.data != nullptr || !arrays[0] || !arrays[1] || !arrays[2])
      return std::nullopt;
    return SparseFeatures(arrays[0]->values, arrays[1]->values, arrays[2]->values);
  }

  Row row(Index r) const {
    const double* range = ranges_.data + r * ranges_.stride;
    const auto begin = static_cast<Index>(range[0]);
    return {places_.data + begin, values_.data + begin, static_cast<Index>(range[1]) - begin};
  }
  const ConstBlock& ranges() const { return ranges_; }
  const ConstBlock& places() const { return places_; }
  const ConstBlock& values() const { return values_; }

 private:
  SparseFeatures(ConstBlock ranges, ConstBlock places, ConstBlock values)
      : ranges_(ranges), places_(places), values_(values) {}

  ConstBlock ranges_, places_, values_;
};

// The features of all rows as a block.
inline Eigen::MatrixXd dense_features(const Table& table) {
  const auto sparse = SparseFeatures::of(table);
  if (!sparse) return table.features.matrix();
  Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(table.features.rows, table.rows());
  for (Index r = 0; r < table.rows(); ++r) {
    const SparseFeatures::Row row = sparse->row(r);
    for (Index i = 0; i < row.count; ++i)
      dense(static_cast<Index>(row.places[i]), r) = row.values[i];
  }
  return dense;
}

}  // namespace skald
