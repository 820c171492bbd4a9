// Tables for the checks of models and partitions.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "skald/table.hpp"

namespace skald::conformance {

// A table that owns its values.
struct KitTable {
  std::string name;
  Eigen::MatrixXd features;
  std::vector<double> target;
  Index classes = 0;
  std::vector<std::int32_t> group;
  Index groups = 0;
  std::vector<std::pair<std::string, Eigen::MatrixXd>> arrays;
  std::vector<NamedArray> views;  // of the arrays

  Table table() const;
};

// Tables of 60 rows each: two classes, three classes, several labels, a real response, points with
// precisions, counts, several outputs (the array "outputs", whose first is the target), and sparse
// rows of two classes. Features that are not 0 are normal; the classes and the five groups have
// unequal sizes.
std::vector<KitTable> kit_tables();

}  // namespace skald::conformance
