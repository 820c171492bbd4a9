#include "dense/row_projection.hpp"

#include <bit>
#include <charconv>
#include <cmath>

#include "skald/parts/data/sparse_features.hpp"

namespace skald {

Index rows_beyond(const Table& table, double bound) {
  if (std::isinf(bound)) return 0;
  Index count = 0;
  const auto sparse = SparseFeatures::of(table);
  for (Index r = 0; r < table.train; ++r) {
    const double norm =
        sparse ? std::sqrt(sparse->row(r).square_norm()) : table.features.column(r).norm();
    count += norm > bound;
  }
  return count;
}

std::string projection_recipe(double bound) {
  if (std::isinf(bound)) return "";
  char digits[16];
  const auto [end, error] =
      std::to_chars(std::begin(digits), std::end(digits), std::bit_cast<std::uint64_t>(bound), 16);
  return "-r" + std::string(std::begin(digits), end);
}

}  // namespace skald
