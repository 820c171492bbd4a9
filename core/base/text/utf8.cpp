#include "text/utf8.hpp"

#include <algorithm>

namespace skald::text {
namespace {

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

// Returns the number of bytes of a character that begins with `first`; 1 if no character does.
std::size_t announced_bytes(unsigned char first) {
  if (first >= 0xc2 && first < 0xe0) return 2;
  if (first >= 0xe0 && first < 0xf0) return 3;
  return first >= 0xf0 && first < 0xf5 ? 4 : 1;
}

bool is_scalar(char32_t code, std::size_t bytes) {
  if (bytes == 3) return code >= 0x800 && (code < 0xd800 || code > 0xdfff);
  return bytes == 2 || (code >= 0x10000 && code <= 0x10ffff);
}

}  // namespace

Utf8Character first_character(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  if (first < 0x80) return {first, 1, true};
  const std::size_t bytes = announced_bytes(first);
  if (bytes == 1 || text.size() < bytes) return {first, 1, false};
  char32_t code = first & (0x7fU >> bytes);
  for (const char c : text.substr(1, bytes - 1)) {
    if (!continues(c)) return {first, 1, false};
    code = (code << 6) | (static_cast<unsigned char>(c) & 0x3fU);
  }
  if (!is_scalar(code, bytes)) return {first, 1, false};
  return {code, bytes, true};
}

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) >> 6) != 2; }));
}

std::string valid_utf8(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  while (true) {
    const auto ascii = static_cast<std::size_t>(
        std::find_if_not(text.begin(), text.end(), is_ascii) - text.begin());
    result += text.substr(0, ascii);
    text.remove_prefix(ascii);
    if (text.empty()) return result;
    const Utf8Character character = first_character(text);
    result += character.is_valid ? text.substr(0, character.bytes) : "\xef\xbf\xbd";
    text.remove_prefix(character.bytes);
  }
}

std::string_view utf8_prefix(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  constexpr std::size_t most = 3;  // most bytes of a character before its last one
  std::size_t end = bytes;
  for (std::size_t back = 0; back < std::min(most, bytes) && continues(text[end]); ++back) --end;
  const bool is_whole = end + first_character(text.substr(end)).bytes > bytes;
  return text.substr(0, is_whole ? end : bytes);
}

std::string_view utf8_suffix(std::string_view text, std::size_t bytes) {
  std::size_t first = text.size() - std::min(bytes, text.size());
  while (first < text.size() && continues(text[first])) ++first;
  return text.substr(first);
}

}  // namespace skald::text
