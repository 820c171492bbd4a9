// Gzip files (RFC 1952).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace skald {

inline constexpr std::size_t kLargestContent = std::size_t{1} << 34;  // 16 GiB

bool is_gzip(std::string_view bytes);

// The content of a gzip file, of all its members. Throws std::runtime_error that names `file`, the
// offset in it, what was found and what was expected where it is damaged, ends too early or holds
// more than `largest` bytes.
std::string gunzip(std::string_view bytes, const std::string& file,
                   std::size_t largest = kLargestContent);

}  // namespace skald
