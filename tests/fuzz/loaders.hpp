// What the fuzz targets of the loaders share. A decoder may refuse any bytes by a
// std::runtime_error that names the file and what was expected, and in no other way.
#pragma once

#include <cmath>

#include "fuzz_target.hpp"
#include "reading/decoded_table.hpp"
#include "skald/parts/data/sparse_features.hpp"

namespace fuzz {

template <class F>
void may_refuse(F decode) {
  refuses(decode, {"file", "expected"});
}

inline void check_sparse(const skald::Table& table) {
  const auto sparse = skald::SparseFeatures::of(table);
  require(sparse.has_value());
  for (skald::Index r = 0; r < table.rows(); ++r) {
    const skald::SparseFeatures::Row row = sparse->row(r);
    for (skald::Index i = 0; i < row.count; ++i) {
      require(std::isfinite(row.values[i]) && row.places[i] >= 0 &&
              row.places[i] < static_cast<double>(table.features.rows) &&
              (i == 0 || row.places[i] > row.places[i - 1]));
    }
  }
}

// Requires what must hold for every table, whatever it was read from.
inline void check(const skald::DecodedTable& table) {
  const skald::OwnTable own{skald::DecodedTable(table)};
  const auto rows = static_cast<std::size_t>(own.table().rows());
  require(table.target.size() == rows);
  require(table.group.empty() || table.group.size() == rows);
  require(table.train >= 1 && table.train <= own.table().rows());
  require(table.features.allFinite());
  if (table.sparse_features > 0) check_sparse(own.table());
  for (const double y : table.target)
    require(table.classes == 0 || (y >= 0 && y < static_cast<double>(table.classes)));
  for (const std::int32_t g : table.group) require(g >= 0 && g < table.groups);
}

}  // namespace fuzz
