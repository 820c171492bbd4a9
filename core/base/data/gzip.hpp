// Gzip files (RFC 1952).
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace skald::data {

bool is_gzip(std::string_view bytes);

// Returns the content of all members of a gzip file. Throws std::runtime_error that names `file`,
// the offset in it, what was found and what was expected if the file is damaged, ends too early or
// holds more than `largest` bytes. The default for `largest` is content_limit() of the file's
// length.
std::string gunzip(std::string_view bytes, const std::string& file, std::size_t largest);
std::string gunzip(std::string_view bytes, const std::string& file);

// Limits how much a compressed file may hold.

// Returns the most bytes that a file of `compressed` bytes may hold. Numbers, labels and texts are
// compressed by a factor of about 2 to 20, the emptiest images about 60, while deflate can turn one
// byte into 1032: a file far above these ratios was made to exhaust memory. Small files may hold up
// to 256 MiB, and no file more than 16 GiB.
constexpr std::size_t content_limit(std::size_t compressed) {
  constexpr std::size_t ratio = 64, least = std::size_t{1} << 28, most = std::size_t{1} << 34;
  return std::max(least, std::min(most / ratio, compressed) * ratio);
}

}  // namespace skald::data
