// Tables for the checks of models and partitions.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <string>
#include <vector>

#include "skald/table.hpp"

namespace skald {

// A table that owns its values.
struct KitTable {
  std::string name;
  Eigen::MatrixXd features;
  std::vector<double> target;
  Index classes = 0;
  std::vector<std::int32_t> group;
  Index groups = 0;
  Eigen::MatrixXd precision;  // of every row, or empty
  std::vector<NamedArray> arrays;

  Table table() const;
};

// 60 rows each: two classes, three classes, a real response, points with precisions. The columns
// are normal, the classes and the five groups unequal.
std::vector<KitTable> kit_tables();

}  // namespace skald
