#include "dense/padded_rows.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>

#include "dense/row_projection.hpp"

namespace skald {
namespace {

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
  array_ = DerivedArray(table, rows_recipe<T>(intercept, row_bound), size, [&](std::byte* out) {
    auto* norms = reinterpret_cast<double*>(out);
    auto* rows = reinterpret_cast<T*>(out + before_rows);
    for (Index r = 0; r < count_; ++r) {
      const auto x = table.features.column(r);
      const double scale = projection(x.norm(), row_bound);
      T* end = std::transform(x.data(), x.data() + x.size(), rows + r * stride_,
                              [&](double number) { return static_cast<T>(scale * number); });
      if (intercept) *end = 1;
      norms[r] = std::sqrt(scale * scale * x.squaredNorm() + (intercept ? 1.0 : 0.0));
    }
  });
  norms_ = reinterpret_cast<const double*>(array_.data());
  values_ = reinterpret_cast<const T*>(array_.data() + before_rows);
}

template class PaddedRows<double>;
template class PaddedRows<float>;

}  // namespace skald
