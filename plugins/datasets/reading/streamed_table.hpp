// Tables whose rows come one after the other.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "reading/decoded_table.hpp"
#include "reading/row_sink.hpp"
#include "reading/table_file.hpp"

namespace skald {

class StreamedTable {
 public:
  // put_rows() puts every row once. Where `digest` identifies the table, it is written to the cache
  // (data/file_cache.hpp) row by row, once, and mapped from there: it need not fit into memory, and
  // all processes share one copy. Without a digest, and where the cache cannot be written, the
  // table is in memory, this process's own.
  StreamedTable(const TableShape& shape, const std::string& digest,
                const std::function<void(RowSink&)>& put_rows);
  StreamedTable(const StreamedTable&) = delete;
  StreamedTable& operator=(const StreamedTable&) = delete;

  const Table& table() const { return table_; }

 private:
  void find_in_cache(const TableShape& shape, const std::function<void(RowSink&)>& put_rows);
  void make_in_memory(const TableShape& shape, const std::function<void(RowSink&)>& put_rows);

  std::string digest_;
  std::optional<MappedTable> mapped_;
  std::optional<OwnTable> own_;
  Table table_;
};

}  // namespace skald
