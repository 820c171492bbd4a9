// Gzip files (RFC 1952).
#pragma once

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

}  // namespace skald::data
