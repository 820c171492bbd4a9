#include "dense/padded_rows.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "dense/row_projection.hpp"

namespace skald {
namespace {

constexpr Index kBlock = 512;  // rows that are written at a time

// Name and revision of the file in the cache.
template <class T>
std::string rows_recipe(bool intercept, double row_bound) {
  return std::string("rows-1-") + (std::is_same_v<T, float> ? "float" : "double") +
         (intercept ? "-1" : "") + projection_recipe(row_bound);
}

}  // namespace

template <class T>
PaddedRows<T>::PaddedRows(const Table& table, bool intercept, double row_bound)
    : count_(table.rows()),
      width_(table.features.rows + (intercept ? 1 : 0)),
      stride_(padded<T>(width_)) {
  const auto before_rows = static_cast<std::size_t>(padded<double>(count_)) * sizeof(double);
  const auto size = before_rows + static_cast<std::size_t>(stride_ * count_) * sizeof(T);
  const auto make = [&](const DerivedArray::Write& write) {
    std::vector<double> norms(static_cast<std::size_t>(kBlock));
    std::vector<T> rows(static_cast<std::size_t>(kBlock * stride_));
    for (Index first = 0; first < count_; first += kBlock) {
      const Index count = std::min(kBlock, count_ - first);
      for (Index r = 0; r < count; ++r) {
        const auto x = table.features.column(first + r);
        const double scale = projection(x.norm(), row_bound);
        T* end = std::transform(x.data(), x.data() + x.size(), rows.data() + r * stride_,
                                [&](double number) { return static_cast<T>(scale * number); });
        if (intercept) *end = 1;
        norms[static_cast<std::size_t>(r)] =
            std::sqrt(scale * scale * x.squaredNorm() + (intercept ? 1.0 : 0.0));
      }
      const std::span<const double> all_norms(norms);
      const std::span<const T> all_rows(rows);
      write(static_cast<std::size_t>(first) * sizeof(double),
            std::as_bytes(all_norms.first(static_cast<std::size_t>(count))));
      write(before_rows + static_cast<std::size_t>(first * stride_) * sizeof(T),
            std::as_bytes(all_rows.first(static_cast<std::size_t>(count * stride_))));
    }
  };
  array_ = DerivedArray(table, rows_recipe<T>(intercept, row_bound), size, make);
  norms_ = reinterpret_cast<const double*>(array_.data());
  values_ = reinterpret_cast<const T*>(array_.data() + before_rows);
}

template class PaddedRows<double>;
template class PaddedRows<float>;

}  // namespace skald
