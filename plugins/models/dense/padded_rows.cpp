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
PaddedRows<T>::PaddedRows(const Table& table, bool intercept, double row_bound,
                          std::size_t most_copied)
    : features_(table.features),
      intercept_(intercept),
      row_bound_(row_bound),
      count_(table.rows()),
      width_(table.features.rows + (intercept ? 1 : 0)),
      stride_(padded<T>(width_)) {
  const auto bytes = static_cast<std::size_t>(features_.rows * count_) * sizeof(double);
  if (bytes <= most_copied) copy(table, rows_recipe<T>(intercept, row_bound));
}

template <class T>
double PaddedRows<T>::scale_of(Index r) const {
  if (row_bound_ == std::numeric_limits<double>::infinity()) return 1;
  return projection(features_.column(r).norm(), row_bound_);
}

template <class T>
const T* PaddedRows<T>::write_row(Index r, T* to) const {
  const auto x = features_.column(r);
  const double scale = scale_of(r);
  T* end = std::transform(x.data(), x.data() + x.size(), to,
                          [&](double number) { return static_cast<T>(scale * number); });
  if (intercept_) *end = 1;
  return to;
}

template <class T>
double PaddedRows<T>::norm_of(Index r) const {
  const double scale = scale_of(r);
  return std::sqrt(scale * scale * features_.column(r).squaredNorm() + (intercept_ ? 1.0 : 0.0));
}

template <class T>
void PaddedRows<T>::copy(const Table& table, const std::string& recipe) {
  const auto before_rows = static_cast<std::size_t>(padded<double>(count_)) * sizeof(double);
  const auto size = before_rows + static_cast<std::size_t>(stride_ * count_) * sizeof(T);
  const auto make = [&](const DerivedArray::Write& write) {
    std::vector<double> norms(static_cast<std::size_t>(kBlock));
    std::vector<T> rows(static_cast<std::size_t>(kBlock * stride_));
    for (Index first = 0; first < count_; first += kBlock) {
      const Index count = std::min(kBlock, count_ - first);
      for (Index r = 0; r < count; ++r) {
        write_row(first + r, rows.data() + r * stride_);
        norms[static_cast<std::size_t>(r)] = norm_of(first + r);
      }
      const std::span<const double> all_norms(norms);
      const std::span<const T> all_rows(rows);
      write(static_cast<std::size_t>(first) * sizeof(double),
            std::as_bytes(all_norms.first(static_cast<std::size_t>(count))));
      write(before_rows + static_cast<std::size_t>(first * stride_) * sizeof(T),
            std::as_bytes(all_rows.first(static_cast<std::size_t>(count * stride_))));
    }
  };
  array_ = DerivedArray(table, recipe, size, make);
  norms_ = reinterpret_cast<const double*>(array_.data());
  values_ = reinterpret_cast<const T*>(array_.data() + before_rows);
}

template class PaddedRows<double>;
template class PaddedRows<float>;

namespace {

constexpr Index kPiece = 512;  // rows whose squares are written at a time

}  // namespace

template <class T>
RowSquares::RowSquares(const Table& table, const PaddedRows<T>& rows) {
  const auto make = [&](const DerivedArray::Write& write) {
    std::vector<const T*> row(static_cast<std::size_t>(kPiece));
    std::vector<double> squares(static_cast<std::size_t>(kPiece));
    std::vector<T> room = rows.room_for(kPiece);
    for (Index first = 0; first < rows.count(); first += kPiece) {
      const Index count = std::min(kPiece, rows.count() - first);
      for (Index r = 0; r < count; ++r) {
        row[static_cast<std::size_t>(r)] = rows.row(first + r, room, r);
      }
      square_rows(row.data(), count, rows.width(), squares.data());
      const std::span<const double> all(squares);
      write(static_cast<std::size_t>(first) * sizeof(double),
            std::as_bytes(all.first(static_cast<std::size_t>(count))));
    }
  };
  const std::string recipe = std::string("squares-1-") +
                             (std::is_same_v<T, float> ? "float" : "double") +
                             (rows.width() > table.features.rows ? "-1" : "");
  array_ =
      DerivedArray(table, recipe, static_cast<std::size_t>(rows.count()) * sizeof(double), make);
  squares_ = reinterpret_cast<const double*>(array_.data());
}

template RowSquares::RowSquares(const Table&, const PaddedRows<double>&);
template RowSquares::RowSquares(const Table&, const PaddedRows<float>&);

}  // namespace skald
