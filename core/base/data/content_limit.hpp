// How much a compressed file may hold.
#pragma once

#include <algorithm>
#include <cstddef>

namespace skald::data {

// The most bytes that a file of `compressed` bytes is allowed to hold. Numbers, labels and texts
// shrink some 2 to 20 times, the emptiest images some 60 times, while deflate can turn one byte
// into 1032: a ratio far beyond the former was made to fill the memory. Small files may hold
// anything up to 256 MiB, and no file more than 16 GiB.
constexpr std::size_t content_limit(std::size_t compressed) {
  constexpr std::size_t ratio = 64, least = std::size_t{1} << 28, most = std::size_t{1} << 34;
  return std::max(least, std::min(most / ratio, compressed) * ratio);
}

}  // namespace skald::data
