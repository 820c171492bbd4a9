// Memory that will be read soon.
#pragma once

#include <cstddef>
#include <cstdint>

namespace skald {

// Processors may drop the prefetch of an address whose page they have not translated lately, which
// is each of them in a large table. So the pages come first, of all that is wanted, by reads that
// do not wait for each other; then the lines.

// Has the processor translate the pages of some bytes, by a read of each.
inline void bring_pages(const void* begin, std::size_t bytes) {
  constexpr std::size_t page = 4096;
  const auto* first = static_cast<const volatile std::byte*>(begin);
  const std::size_t before = reinterpret_cast<std::uintptr_t>(begin) % page;
  for (std::size_t at = 0; at < bytes; at = ((before + at) / page + 1) * page - before) {
    static_cast<void>(first[at]);
  }
}

// Has the processor bring the bytes, whose pages it has, without waiting for them.
inline void bring_lines(const void* begin, std::size_t bytes) {
  constexpr std::size_t line = 64;
  const auto* first = static_cast<const std::byte*>(begin);
  for (std::size_t offset = 0; offset < bytes; offset += line) __builtin_prefetch(first + offset);
}

}  // namespace skald
