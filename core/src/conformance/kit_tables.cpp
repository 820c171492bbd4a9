#include "conformance/kit_tables.hpp"

#include <cmath>

#include "random/philox_random.hpp"

namespace skald::conformance {
namespace {

constexpr Index kRows = 60, kTrain = 45, kGroups = 5;

KitTable normal_features(const std::string& name, Index dimension) {
  KitTable table{name, Eigen::MatrixXd(dimension, kRows), {}, 0, {}, kGroups, {}, {}};
  random::PhiloxRandom(1, 0).normal({Role::dataset}, 0, view(table.features));
  for (Index i = 0; i < kRows; ++i) table.group.push_back(static_cast<std::int32_t>(i * i % 5));
  for (auto& group : table.group) group = group == 4 ? 2 : group;  // squares mod 5: 0, 1, 4
  for (Index g = 0; g < kGroups; ++g) {
    table.group[static_cast<std::size_t>(g)] = static_cast<std::int32_t>(g);
  }
  return table;
}

KitTable classes(Index count) {
  KitTable table = normal_features(std::to_string(count) + " classes", 3);
  table.classes = count;
  for (Index i = 0; i < kRows; ++i) {
    table.target.push_back(static_cast<double>((i * i + i / 7) % count));
  }
  return table;
}

KitTable several_labels() {
  KitTable table = normal_features("several labels", 3);
  Eigen::MatrixXd labels(4, kRows);
  for (Index i = 0; i < kRows; ++i) {
    for (Index l = 0; l < 4; ++l)
      labels(l, i) = table.features(l % 3, i) > 0.5 * static_cast<double>(l) ? 1 : 0;
  }
  table.arrays = {{"labels", std::move(labels)}};
  return table;
}

KitTable response() {
  KitTable table = normal_features("a real response", 3);
  for (Index i = 0; i < kRows; ++i) {
    table.target.push_back(table.features(0, i) - 0.5 * std::sin(table.features(1, i)));
  }
  return table;
}

KitTable points() {
  KitTable table = normal_features("points with precisions", 2);
  Eigen::MatrixXd precision(4, kRows);
  for (Index i = 0; i < kRows; ++i) {
    const double x = 0.5 + 0.01 * static_cast<double>(i);
    precision.col(i) << x, 0.2, 0.2, 1;
  }
  table.arrays = {{"precision", std::move(precision)}};
  return table;
}

KitTable counts() {
  KitTable table = normal_features("counts", 3);
  for (Index i = 0; i < kRows; ++i) {
    const double mean = std::exp(1 + 0.5 * table.features(0, i));
    table.target.push_back(std::floor(mean + 0.1 * static_cast<double>(i % 7)));
  }
  return table;
}

KitTable several_outputs() {
  KitTable table = normal_features("several outputs", 3);
  Eigen::MatrixXd outputs(2, kRows);
  for (Index i = 0; i < kRows; ++i) {
    outputs.col(i) << table.features(0, i) - table.features(2, i),
        0.5 * std::cos(table.features(1, i));
  }
  table.target.assign(outputs.row(0).begin(), outputs.row(0).end());
  table.arrays = {{"outputs", std::move(outputs)}};
  return table;
}

// One feature in eight is not 0, and one row is empty.
KitTable sparse_rows() {
  KitTable table = normal_features("sparse rows", 16);
  for (Index i = 0; i < kRows; ++i) {
    for (Index k = 0; k < table.features.rows(); ++k) {
      if ((3 * i + 5 * k + i * k) % 8 != 0 || i == 11) table.features(k, i) = 0;
    }
    table.target.push_back(static_cast<double>((i * i + i / 5) % 2));
  }
  table.classes = 2;
  return table;
}

}  // namespace

Table KitTable::table() const {
  Table table;
  table.features = view(features);
  table.target = target;
  table.classes = classes;
  table.group = group;
  table.groups = groups;
  table.train = kTrain;
  table.arrays = views;
  return table;
}

std::vector<KitTable> kit_tables() {
  std::vector<KitTable> tables{classes(2), classes(3), several_labels(),  response(),
                               points(),   counts(),   several_outputs(), sparse_rows()};
  for (KitTable& table : tables) {
    for (const auto& [name, values] : table.arrays) {
      table.views.push_back({name.c_str(), view(values)});
    }
  }
  return tables;
}

}  // namespace skald::conformance
