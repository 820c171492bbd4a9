// A decoded table as the content of a sealed file, so that all processes share one copy.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "data/sealed_file.hpp"
#include "reading/decoded_table.hpp"
#include "reading/row_sink.hpp"

namespace skald {

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
