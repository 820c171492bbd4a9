#include "dense/row_squares.hpp"

#include <string>
#include <type_traits>
#include <vector>

namespace skald {
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
