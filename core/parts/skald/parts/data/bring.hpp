// Memory that will be read soon.
#pragma once

#include <cstddef>

namespace skald {

// Has the processor bring the bytes into its caches. Several such reads are under way at once,
// since nothing depends on what they read. The first line is read and not merely prefetched:
// processors may drop the prefetch of an address whose page they have not translated lately, which
// is each of them in a large table.
inline void bring(const void* begin, std::size_t bytes) {
  constexpr std::size_t line = 64;
  const auto* first = static_cast<const std::byte*>(begin);
  static_cast<void>(*static_cast<const volatile std::byte*>(first));
  for (std::size_t offset = line; offset < bytes; offset += line) {
    __builtin_prefetch(first + offset);
  }
}
template <class T>
void bring(const T& value) {
  bring(&value, sizeof value);
}

}  // namespace skald
