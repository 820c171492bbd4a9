// Decoded tables that all processes of a user share.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "reading/decoded_table.hpp"
#include "reading/source_file.hpp"
#include "reading/table_file.hpp"

namespace skald {

// The folder of the cache: SKALD_CACHE_DIR, else XDG_CACHE_HOME/skald, else ~/.cache/skald; each
// with "tables" behind it. Files in it may be deleted at any time.
std::string table_cache_folder();

// A table that was decoded now or before.
class SharedTable {
 public:
  // `recipe` names the decoder, its revision and every option that changes the table; with the
  // digests of the sources it is the key of the cache. `decode` makes the table where the cache has
  // none or a damaged one; of several processes that want it, one decodes and the others wait. A
  // cache that cannot be written is passed by, and the table is then this process's own.
  SharedTable(const std::string& recipe, const std::vector<const SourceFile*>& sources,
              const std::function<DecodedTable()>& decode);
  SharedTable(const SharedTable&) = delete;
  SharedTable& operator=(const SharedTable&) = delete;

  const Table& table() const { return file_ ? file_->table() : own_->table(); }

 private:
  bool map(const std::string& path, const std::string& key);

  std::optional<TableFile> file_;
  std::optional<OwnTable> own_;
};

}  // namespace skald
