// How a decoder refuses a file.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

#include "text/printable.hpp"
#include "text/utf8.hpp"

namespace skald::decoding {

// A piece of a file for a message, safe to show on a terminal; a long piece is cut off.
inline std::string printable(std::string_view text) {
  constexpr std::size_t longest = 60;
  const std::string_view shown = text::utf8_prefix(text, longest);
  return text::printable_line(shown) + (shown.size() < text.size() ? "..." : "");
}

inline std::string quoted(std::string_view text) { return "'" + printable(text) + "'"; }
// Preferred to std::quoted, which is found for its argument.
inline std::string quoted(const std::string& text) { return quoted(std::string_view(text)); }
inline std::string quoted(const char* text) { return quoted(std::string_view(text)); }

// Throws std::runtime_error "FILE, byte 16: found 27 rows; expected 28". Bytes count from 0 and
// are those of the uncompressed content.
[[noreturn]] inline void refuse(const std::string& file, std::size_t byte, const std::string& found,
                                const std::string& expected) {
  throw std::runtime_error(file + ", byte " + std::to_string(byte) + ": found " + found +
                           "; expected " + expected);
}

}  // namespace skald::decoding
