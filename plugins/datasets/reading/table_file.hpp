// A decoded table as the content of a sealed file, so that all processes share one copy.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "data/sealed_file.hpp"
#include "reading/decoded_table.hpp"
#include "skald/table.hpp"

namespace skald {

// Rows of a table on their way to memory or to a file.

// Consecutive rows: each has a column of features, a group, and either a target or a column of
// labels (0 or 1 for each label).
struct PutRows {
  ConstBlock features;
  std::span<const double> target;
  std::span<const std::int32_t> group;
  ConstBlock labels;
};

// Takes the rows of a table whose shape is known, each once, in any order.
class RowSink {
 public:
  virtual ~RowSink() = default;
  // The rows from number `first` on.
  virtual void put(Index first, const PutRows& rows) = 0;
};

// Consecutive rows, which are collected and passed on in blocks.
class RowStream {
 public:
  static constexpr Index kMost = 512;  // rows of a block

  // Room for some rows.
  struct Rows {
    Block features;
    std::span<double> target;  // empty where rows have labels
    std::span<std::int32_t> group;
    Block labels;
  };

  // The stream begins with row `first`. The sink outlives the stream.
  RowStream(RowSink& sink, Index first, Index features, Index labels = 0)
      : sink_(sink),
        first_(first),
        features_(features, kMost),
        labels_(labels, labels == 0 ? 0 : kMost),
        target_(static_cast<std::size_t>(labels == 0 ? kMost : 0)),
        group_(static_cast<std::size_t>(kMost)) {}

  // Calls fill(first, rows) for rows `begin` to `end` - 1 of a group, some at a time: for room for
  // those from number `first` on, whose groups are there.
  template <class Fill>
  void put(Index begin, Index end, Index group, const Fill& fill) {
    for (Index first = begin; first < end;) {
      const Rows rows = next(std::min(end - first, kMost));
      std::fill(rows.group.begin(), rows.group.end(), static_cast<std::int32_t>(group));
      fill(first, rows);
      first += rows.features.cols;
    }
  }
  // The number of the next row.
  Index position() const { return first_ + count_; }
  // Passes on what there is; to be called at the end.
  void flush() {
    const auto size = static_cast<std::size_t>(count_);
    sink_.put(first_,
              {view(features_).columns(0, count_),
               std::span(target_).first(has_target() ? size : 0), std::span(group_).first(size),
               has_target() ? view(labels_) : view(labels_).columns(0, count_)});
    first_ += count_;
    count_ = 0;
  }

 private:
  Rows next(Index count) {
    if (count_ + count > kMost) flush();
    const auto at = static_cast<std::size_t>(count_), size = static_cast<std::size_t>(count);
    count_ += count;
    return {view(features_).columns(count_ - count, count),
            has_target() ? std::span(target_).subspan(at, size) : std::span<double>(),
            std::span(group_).subspan(at, size),
            has_target() ? view(labels_) : view(labels_).columns(count_ - count, count)};
  }
  bool has_target() const { return labels_.cols() == 0; }

  RowSink& sink_;
  Index first_, count_ = 0;
  Eigen::MatrixXd features_, labels_;
  std::vector<double> target_;
  std::vector<std::int32_t> group_;
};

// The table's parts of a file: a header that says how long they are, then the numbers.
class TableParts {
 public:
  // The table outlives the object.
  explicit TableParts(const DecodedTable& table);

  // Borrowed from the object and the table.
  data::FileParts parts() const;

 private:
  const DecodedTable& table_;
  std::string columns_;
  std::vector<std::byte> header_;
};

// A table of whose rows each has a group, and either a target or, where there are labels, a column
// of the array "labels".
struct TableShape {
  Index features = 0, rows = 0, train = 0, classes = 0, groups = 0;
  Index labels = 0;
  std::vector<std::pair<std::string, Eigen::MatrixXd>> shared = {};  // arrays of one column

  // Of its numbers, without the shared ones.
  std::size_t bytes() const {
    return static_cast<std::size_t>((features + labels) * rows) * sizeof(double);
  }
};

// The parts of the file of a table whose rows come later.
class TableFileLayout {
 public:
  explicit TableFileLayout(const TableShape& shape);

  const TableShape& shape() const { return shape_; }
  std::span<const std::byte> header() const { return header_; }
  // In bytes, of all parts.
  std::vector<std::size_t> sizes() const;

 private:
  TableShape shape_;
  std::vector<std::byte> header_;
};

// Writes rows to such a file as they come.
class TableFileRows final : public RowSink {
 public:
  // Writes the header. Both outlive the object.
  TableFileRows(const TableFileLayout& layout, data::SealedFileWriter& file);

  void put(Index first, const PutRows& rows) override;

 private:
  const TableFileLayout& layout_;
  data::SealedFileWriter& file_;
};

// A table in a mapped file; it is valid as long as the object.
class MappedTable {
 public:
  // Nothing where the file does not hold a table.
  static std::optional<MappedTable> read(data::SealedFile file);

  const Table& table() const { return table_; }
  const OwnColumns& columns() const { return columns_; }

 private:
  explicit MappedTable(data::SealedFile file) : file_(std::move(file)) {}

  data::SealedFile file_;
  std::vector<NamedArray> arrays_;
  Table table_;
  OwnColumns columns_;
};

}  // namespace skald
