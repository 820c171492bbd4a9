// A decoded table as the content of a sealed file, so that all processes share one copy.
#pragma once

#include <optional>
#include <vector>

#include "data/sealed_file.hpp"
#include "reading/decoded_table.hpp"

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
  std::vector<std::byte> header_;
};

// A table in a mapped file; it is valid as long as the object.
class MappedTable {
 public:
  // Nothing where the file does not hold a table.
  static std::optional<MappedTable> read(data::SealedFile file);

  const Table& table() const { return table_; }

 private:
  explicit MappedTable(data::SealedFile file) : file_(std::move(file)) {}

  data::SealedFile file_;
  std::vector<NamedArray> arrays_;
  Table table_;
};

}  // namespace skald
