// Tables in the user's cache (data/file_cache.hpp), which all processes share.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reading/decoded_table.hpp"
#include "reading/source_file.hpp"
#include "reading/table_file.hpp"
#include "skald/random.hpp"

namespace skald {

// A table that was made now or earlier, and is mapped from the cache. Where the cache cannot be
// written, it is in memory, this process's own, without a digest.
class SharedTable {
 public:
  // A table that is decoded as a whole. `recipe` names the decoder, its revision and every option
  // that changes the table; with the digests of the sources it is the table's digest, and its name
  // in the cache. `decode` makes the table where the cache has none or a damaged one.
  SharedTable(const std::string& recipe, const std::vector<const SourceFile*>& sources,
              const std::function<DecodedTable()>& decode);
  // A table whose rows come one after the other: put_rows() puts every row once. Where `digest`
  // identifies the table, it need not fit into memory; if empty, the table is not cached.
  SharedTable(const TableShape& shape, const std::string& digest,
              const std::function<void(RowSink&)>& put_rows);
  SharedTable(const SharedTable&) = delete;
  SharedTable& operator=(const SharedTable&) = delete;

  const Table& table() const { return table_; }
  const OwnColumns& columns() const { return mapped_ ? mapped_->columns() : own_->columns(); }

 private:
  std::string name() const { return digest_ + ".table"; }
  void map(std::optional<data::SealedFile> file);
  void keep(DecodedTable table);

  std::string digest_;
  std::optional<MappedTable> mapped_;
  std::optional<OwnTable> own_;
  Table table_;
};

// The digests of tables that are drawn from random streams.

// A table whose numbers take less than this many bytes is made in memory, for every run anew.
inline constexpr std::size_t kCachedTableBytes = std::size_t{1} << 26;

// 256 bits that two seeds have in common with a probability of 2^-256, drawn where no generator
// draws: part of the recipe of a table that is drawn.
std::string fingerprint(const Random& random);

// Returns the digest for the cache (SharedTable) of a table that is drawn from `random` only: that
// of the generator's name, its revision, the values of all its options, of which real ones differ
// if their bits do, and a fingerprint of the streams. Empty for a small table.
std::string drawn_digest(const TableShape& shape, const Random& random, std::string_view generator,
                         std::uint32_t revision, std::initializer_list<double> reals,
                         std::initializer_list<std::int64_t> integers);

}  // namespace skald
