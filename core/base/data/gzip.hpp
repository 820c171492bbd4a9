// Gzip files (RFC 1952).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace skald::data {

bool is_gzip(std::string_view bytes);

// The content of a gzip file, of all its members. Throws std::runtime_error that names `file`, the
// offset in it, what was found and what was expected where it is damaged, ends too early or holds
// more than `largest` bytes; left out: content_limit() of its length.
std::string gunzip(std::string_view bytes, const std::string& file, std::size_t largest);
std::string gunzip(std::string_view bytes, const std::string& file);

}  // namespace skald::data
