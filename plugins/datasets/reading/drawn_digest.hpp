// The digests of tables that are drawn from random streams.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "reading/table_file.hpp"
#include "skald/random.hpp"

namespace skald {

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
