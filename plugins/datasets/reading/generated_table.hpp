// Tables that are drawn from random streams.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>

#include "reading/streamed_table.hpp"
#include "skald/random.hpp"

namespace skald {

// A table whose numbers take less than this many bytes is made in memory, for every run anew.
// Others are written to the cache (data/file_cache.hpp) row by row, once, and mapped from there:
// they need not fit into memory, and all processes share one copy.
inline constexpr std::size_t kCachedTableBytes = std::size_t{1} << 26;

// Returns a recipe of GeneratedTable: the generator's name, its revision, and the values of all its
// options, of which real ones differ if their bits do.
std::string table_recipe(std::string_view generator, std::uint32_t revision,
                         std::initializer_list<double> reals,
                         std::initializer_list<std::int64_t> integers);

class GeneratedTable {
 public:
  // `recipe` names the generator, its revision and every option; with a fingerprint of the streams
  // it identifies the table. generate() puts every row once, and draws from `random` only. Where
  // the cache cannot be written, the table is this process's own.
  GeneratedTable(const TableShape& shape, const std::string& recipe, const Random& random,
                 const std::function<void(RowSink&)>& generate);

  const Table& table() const { return table_.table(); }

 private:
  StreamedTable table_;
};

}  // namespace skald
