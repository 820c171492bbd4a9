// Decoded tables that all processes of a user share.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "reading/decoded_table.hpp"
#include "reading/source_file.hpp"
#include "reading/table_file.hpp"

namespace skald {

// A table that was decoded now or earlier.
class SharedTable {
 public:
  // `recipe` names the decoder, its revision and every option that changes the table; with the
  // digests of the sources it is the table's digest, and its name in the cache
  // (data/file_cache.hpp). `decode` makes the table where the cache has none or a damaged one.
  // Where the cache cannot be written, the table is this process's own, without a digest.
  SharedTable(const std::string& recipe, const std::vector<const SourceFile*>& sources,
              const std::function<DecodedTable()>& decode);
  SharedTable(const SharedTable&) = delete;
  SharedTable& operator=(const SharedTable&) = delete;

  const Table& table() const { return table_; }
  const OwnColumns& columns() const { return mapped_ ? mapped_->columns() : own_->columns(); }

 private:
  std::string digest_;
  std::optional<MappedTable> mapped_;
  std::optional<OwnTable> own_;
  Table table_;
};

}  // namespace skald
