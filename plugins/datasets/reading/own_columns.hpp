// The names and scales of a table's columns, for data sets that state them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "skald/named_columns.hpp"

namespace skald {

struct OwnColumn {
  std::string name;
  double center = 0, scale = 1;
  bool is_constant = false;

  Column view() const { return {name.c_str(), center, scale, is_constant}; }
};

// All of a table; empty where the features have no names.
struct OwnColumns {
  std::vector<OwnColumn> features;
  OwnColumn target;
  std::vector<std::string> classes;
};

// States the columns that it was given last.
class StatedColumns : public NamedColumns {
 public:
  std::span<const Column> features() const override { return features_; }
  Column target() const override { return columns_.target.view(); }
  std::span<const char* const> classes() const override { return classes_; }

 protected:
  void state(OwnColumns columns) {
    columns_ = std::move(columns);
    features_.clear();
    classes_.clear();
    for (const OwnColumn& column : columns_.features) features_.push_back(column.view());
    for (const std::string& name : columns_.classes) classes_.push_back(name.c_str());
  }

 private:
  OwnColumns columns_;
  std::vector<Column> features_;
  std::vector<const char*> classes_;
};

}  // namespace skald
