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
  std::vector<std::string> classes, groups;
  std::vector<std::string> notes;
};

// States the columns that it was given last.
class StatedColumns : public NamedColumns {
 public:
  std::span<const Column> features() const override { return features_; }
  Column target() const override { return columns_.target.view(); }
  std::span<const char* const> classes() const override { return classes_; }
  std::span<const char* const> groups() const override { return groups_; }
  std::span<const char* const> notes() const override { return notes_; }

 protected:
  void state(OwnColumns columns) {
    columns_ = std::move(columns);
    features_.clear();
    for (const OwnColumn& column : columns_.features) features_.push_back(column.view());
    classes_ = views(columns_.classes);
    groups_ = views(columns_.groups);
    notes_ = views(columns_.notes);
  }

 private:
  static std::vector<const char*> views(const std::vector<std::string>& texts) {
    std::vector<const char*> all;
    for (const std::string& text : texts) all.push_back(text.c_str());
    return all;
  }

  OwnColumns columns_;
  std::vector<Column> features_;
  std::vector<const char*> classes_, groups_, notes_;
};

}  // namespace skald
