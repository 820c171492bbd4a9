// Rows with a class each, as a table to which models can be bound.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <utility>
#include <vector>

#include "skald/table.hpp"

namespace skald::bench {

// Feature k of row r as in MNIST: a fifth of them are not 0.
inline double pixel(Index r, Index k) {
  const auto wave = static_cast<std::uint32_t>(r * 7919 + k * 104729) * 2654435761U;
  return wave % 5 == 0 ? static_cast<double>(wave >> 24) / 255 : 0;
}

struct LabelledRows {
  Eigen::MatrixXd x;
  std::vector<double> y;
  Table table;

  // value(r, k) is feature k of row r; the classes take turns.
  template <class Value>
  LabelledRows(Index features, Index rows, Index classes, const Value& value) : x(features, rows) {
    for (Index r = 0; r < rows; ++r) {
      for (Index k = 0; k < features; ++k) x(k, r) = value(r, k);
      y.push_back(static_cast<double>(r % classes));
    }
    table.features = view(std::as_const(x));
    table.target = y;
    table.classes = classes;
    table.train = rows;
  }
  LabelledRows(const LabelledRows&) = delete;
  LabelledRows& operator=(const LabelledRows&) = delete;

  // The numbers of so many of the rows, scattered.
  std::vector<std::int32_t> some(Index count) const {
    std::vector<std::int32_t> numbers;
    for (Index i = 0; i < count; ++i)
      numbers.push_back(static_cast<std::int32_t>(i * 2741 % x.cols()));
    return numbers;
  }
};

}  // namespace skald::bench
