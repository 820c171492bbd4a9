#include "conformance/plugin_checks.hpp"

#include <cmath>
#include <string>

#include "conformance/sampler_run.hpp"
#include "random/owned_random.hpp"
#include "random/philox_random.hpp"
#include "skald/named_columns.hpp"

namespace skald::conformance {
namespace {

std::string wrong_shape(const Table& table) {
  const auto n = static_cast<std::size_t>(table.rows());
  if (table.rows() == 0) return "a table without rows";
  if (table.train < 1 || table.train > table.rows()) {
    return std::to_string(table.train) + " training rows of " + std::to_string(table.rows());
  }
  if (!table.target.empty() && table.target.size() != n) {
    return std::to_string(table.target.size()) + " targets for " + std::to_string(n) + " rows";
  }
  if (!table.group.empty() && table.group.size() != n) {
    return std::to_string(table.group.size()) + " groups for " + std::to_string(n) + " rows";
  }
  for (const NamedArray& array : table.arrays) {
    if (array.values.cols != 1 && array.values.cols != table.rows()) {
      return "the array '" + std::string(array.name) + "' has " +
             std::to_string(array.values.cols) + " columns for " + std::to_string(n) + " rows";
    }
  }
  return "";
}

std::string wrong_value(const Table& table) {
  if (!table.features.matrix().allFinite()) return "a feature that is not finite";
  for (const double y : table.target) {
    const bool is_class = y >= 0 && y < static_cast<double>(table.classes) && y == std::floor(y);
    if (!std::isfinite(y) || (table.classes > 0 && !is_class)) {
      return "the target " + std::to_string(y) +
             (table.classes > 0 ? " among " + std::to_string(table.classes) + " classes" : "");
    }
  }
  for (const std::int32_t g : table.group) {
    if (g < 0 || g >= table.groups) {
      return "group " + std::to_string(g) + " of " + std::to_string(table.groups);
    }
  }
  return "";
}

std::string wrong_column(const Column& column) {
  if (column.name == nullptr) return "a column without a name";
  const bool is_sound =
      std::isfinite(column.center) && std::isfinite(column.scale) && column.scale > 0;
  if (is_sound) return "";
  return "column '" + std::string(column.name) + "' with center " + std::to_string(column.center) +
         " and scale " + std::to_string(column.scale);
}

std::string wrong_columns(const NamedColumns& columns, const Table& table) {
  const auto features = columns.features();
  if (!features.empty() && std::ssize(features) != table.features.rows) {
    return std::to_string(features.size()) + " names for " + std::to_string(table.features.rows) +
           " features";
  }
  const auto classes = std::ssize(columns.classes());
  if (classes != 0 && classes != table.classes) {
    return std::to_string(classes) + " labels for " + std::to_string(table.classes) + " classes";
  }
  std::string wrong = wrong_column(columns.target());
  for (Index k = 0; k < std::ssize(features) && wrong.empty(); ++k) {
    const Column& column = features[static_cast<std::size_t>(k)];
    wrong = wrong_column(column);
    const bool is_one = (table.features.matrix().row(k).array() == 1).all();
    if (column.is_constant && !is_one)
      wrong = "column '" + std::string(column.name) + "', said to be 1 in every row";
  }
  return wrong;
}

bool same(const Table& a, const Table& b) {
  return a.train == b.train && a.classes == b.classes && a.groups == b.groups &&
         same_bits(a.features.matrix(), b.features.matrix()) &&
         std::equal(a.target.begin(), a.target.end(), b.target.begin(), b.target.end()) &&
         std::equal(a.group.begin(), a.group.end(), b.group.begin(), b.group.end());
}

}  // namespace

std::vector<Finding> check_dataset(const Make<Dataset>& make) {
  const auto first = make(), second = make();
  const random::PhiloxRandom streams(1, 0);
  const random::OwnedRandom random(streams, random::StreamOwner::dataset);
  const Table table = first->load(random), again = second->load(random);
  std::vector<Finding> findings{
      finding("shape", "targets, groups and arrays for every row", wrong_shape(table),
              "give every row of data a column of features (skald/table.hpp)"),
      finding("values", "finite features, classes and groups in range", wrong_value(table),
              "count classes and groups from 0"),
      finding("same stream, same table", "another object gives the same table, bit for bit",
              same(table, again) ? "" : "a different table",
              "take random choices from `random` alone, in roles dataset and split")};
  if (const auto* columns = dynamic_cast<const NamedColumns*>(first.get())) {
    findings.push_back(finding("columns", "names and positive scales of all features",
                               wrong_columns(*columns, table),
                               "state a column for every feature (skald/named_columns.hpp)"));
  }
  return findings;
}

}  // namespace skald::conformance
