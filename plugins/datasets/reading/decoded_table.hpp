// A table that owns its numbers: what decoders make.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "skald/named_columns.hpp"
#include "skald/table.hpp"

namespace skald {

// The names and scales of a table's columns, for data sets that state them.
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

// For a file that is not a published one: how many classes and features there are, and which label
// has which number, is read from the rows.
inline constexpr PrivateInput kEncoding{
    .name = inputs::encoding,
    .why = "classes, categories and columns are numbered as they occur in the rows",
    .remedy = "declare it public if their list is known without the rows"};

struct DecodedTable {
  Eigen::MatrixXd features;   // p x n: one column per row of data; empty where arrays hold them:
  Index sparse_features = 0;  // p of those (skald/parts/data/sparse_features.hpp)
  std::vector<double> target;
  Index classes = 0;
  std::vector<std::int32_t> group;
  Index groups = 0;
  Index train = 0;
  std::vector<std::pair<std::string, Eigen::MatrixXd>> arrays;
  OwnColumns columns;
};

// The name of the array (3 x 1) with the shape of images: channels, height, width. A row's features
// are its pixels, the last axis fastest.
inline constexpr const char* kImageShape = "image_shape";

// The name of the array (labels x rows) of a table whose rows have any number of labels: 1 where
// the row has the label, else 0.
inline constexpr const char* kLabels = "labels";

// A decoded table and the view of it that partitions and models are given.
class OwnTable {
 public:
  explicit OwnTable(DecodedTable decoded) : decoded_(std::move(decoded)) {
    for (const auto& [name, values] : decoded_.arrays)
      arrays_.push_back({name.c_str(), view(std::as_const(values))});
    table_.features = view(std::as_const(decoded_.features));
    if (const Index p = decoded_.sparse_features; p > 0)
      table_.features = {nullptr, p, std::ssize(decoded_.target), p};
    table_.target = decoded_.target;
    table_.classes = decoded_.classes;
    table_.group = decoded_.group;
    table_.groups = decoded_.groups;
    table_.train = decoded_.train;
    table_.arrays = arrays_;
  }
  OwnTable(const OwnTable&) = delete;
  OwnTable& operator=(const OwnTable&) = delete;

  const Table& table() const { return table_; }
  const OwnColumns& columns() const { return decoded_.columns; }

 private:
  DecodedTable decoded_;
  std::vector<NamedArray> arrays_;
  Table table_;
};

}  // namespace skald
