// How much a compressed file may hold.
#pragma once

#include <algorithm>
#include <cstddef>

namespace skald {

// The most bytes that `compressed` bytes of a file are taken to stand for. Numbers, labels and
// texts shrink some 2 to 20 times, the emptiest images some 60 times, and deflate could make 1032
// bytes of one: what is far beyond the former was made to fill the memory. Small files may hold
// anything up to 256 MiB; no file more than 16 GiB.
constexpr std::size_t content_limit(std::size_t compressed) {
  constexpr std::size_t ratio = 64, least = std::size_t{1} << 28, most = std::size_t{1} << 34;
  return std::max(least, std::min(most / ratio, compressed) * ratio);
}

}  // namespace skald
