#include "dense/row_projection.hpp"

#include <bit>
#include <charconv>
#include <cmath>

namespace skald {

Index rows_beyond(const Table& table, double bound) {
  if (std::isinf(bound)) return 0;
  Index count = 0;
  for (Index r = 0; r < table.train; ++r) count += table.features.column(r).norm() > bound;
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
