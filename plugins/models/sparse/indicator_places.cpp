#include "sparse/indicator_places.hpp"

#include <algorithm>

namespace skald {
namespace {

// The length of padded rows, or 0 where padding adds more than half of the ones that there are.
Index padded_length(const SparseRows<double>& rows) {
  Index ones = 0, longest = 0;
  for (Index r = 0; r < rows.count(); ++r) {
    const Index count = rows.row(r).count;
    ones += count;
    longest = std::max(longest, count);
  }
  constexpr Index step = IndicatorPlaces::step;
  const Index length = (longest + step - 1) / step * step;
  return 2 * length * rows.count() <= 3 * ones ? length : 0;
}

}  // namespace

IndicatorPlaces::IndicatorPlaces(const Table& table, const SparseRows<double>& rows) {
  if (!rows.are_indicators() || rows.width() > most_features) return;
  length_ = padded_length(rows);
  if (length_ == 0) return;
  content_ = {table, "indicator-places-1", static_cast<std::size_t>(rows.count() * length_),
              [&](std::byte* out) {
                auto* place = reinterpret_cast<std::uint8_t*>(out);
                for (Index r = 0; r < rows.count(); ++r, place += length_) {
                  const SparseRow<double> row = rows.row(r);
                  std::copy_n(row.places, row.count, place);
                  std::fill(place + row.count, place + length_,
                            static_cast<std::uint8_t>(rows.width()));
                }
              }};
  places_ = reinterpret_cast<const std::uint8_t*>(content_.data());
}

}  // namespace skald
