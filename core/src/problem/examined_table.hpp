// The door through which every table enters the host.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "skald/named_columns.hpp"
#include "skald/table.hpp"

namespace skald::problem {

// Runs an examination of the features of a table, or leaves it out where features with the table's
// digest have passed it. It lets through what the examination throws.
using OncePerDigest =
    std::function<void(const Table& table, const std::function<void()>& examination)>;

// A view of a table that is what skald/table.hpp says: as many targets, groups and columns of
// arrays as rows; 1 to n training rows; only finite numbers; labels that are whole and below
// `classes`, groups below `groups`. Nothing behind this type asks again.
class ExaminedTable {
 public:
  // Throws std::invalid_argument with row, feature, found and expected for any other table, and for
  // one that `columns`, if there are any, do not describe. Rows and features count from 0. A table
  // of absurd counts is refused before anything of that size is reserved.
  ExaminedTable(const Table& table,  // NOLINT(google-explicit-constructor): no table gets past it
                const NamedColumns* columns = nullptr, const OncePerDigest& once = {});

  const Table& table() const { return table_; }
  // The feature that is 1 in every row, if there is one, so that its weight is an intercept.
  std::optional<Index> intercept() const { return intercept_; }
  // Whether its arrays hold the features (skald/parts/data/sparse_features.hpp).
  bool is_sparse() const { return table_.features.data == nullptr && table_.features.rows > 0; }
  // The same table, with these features as a block.
  void show_features(ConstBlock dense) { table_.features = dense; }
  // Whether the data set says so itself. Otherwise the rows do, which are private.
  bool states_intercept() const { return states_intercept_; }
  // What is allowed but seldom meant, such as a class that no training row has.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  Table table_;
  std::optional<Index> intercept_;
  bool states_intercept_ = false;
  std::vector<std::string> notes_;
};

}  // namespace skald::problem
