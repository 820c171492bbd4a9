// A decoded table as a file that is mapped into memory, so that all processes share one copy.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "reading/decoded_table.hpp"

namespace skald {

// Writes the table under that name, in one step: readers see all of it or nothing. `key` (64
// characters) says what it was made from. Throws std::runtime_error where it cannot be written;
// then nothing is left behind.
void write_table_file(const DecodedTable& table, const std::string& key, const std::string& path);

// A mapped table file; the table is valid as long as the object.
class TableFile {
 public:
  // Nothing where there is no such file, where it is for another key, or where anybody touched it
  // since it was written: its length, its header and its time of change must be those it was
  // written with.
  static std::optional<TableFile> open(const std::string& path, const std::string& key);
  TableFile(TableFile&& other) noexcept;
  TableFile(const TableFile&) = delete;
  TableFile& operator=(const TableFile&) = delete;
  ~TableFile();

  const Table& table() const { return table_; }

 private:
  TableFile(const std::byte* bytes, std::size_t size) : bytes_(bytes), size_(size) {}
  void read();

  const std::byte* bytes_;
  std::size_t size_;
  std::vector<NamedArray> arrays_;
  Table table_;
};

}  // namespace skald
