// UTF-8, one character at a time, from text that may hold any bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace skald::text {

struct Utf8Character {
  char32_t code = 0;      // the byte itself if it is not UTF-8
  std::size_t bytes = 1;  // 1 to 4
  bool is_valid = true;
};

// Returns the first character of `text`, which must not be empty. Overlong forms, surrogates and
// code points beyond U+10FFFF are not UTF-8 (RFC 3629); of these, only the first byte is taken.
Utf8Character first_character(std::string_view text);

// Returns the number of characters: of bytes that continue none.
std::size_t characters(std::string_view text);

// Returns the text with U+FFFD in place of every byte that is not UTF-8.
std::string valid_utf8(std::string_view text);

// Returns the longest prefix of `text` of at most `bytes` bytes that splits no character.
std::string_view utf8_prefix(std::string_view text, std::size_t bytes);
// Returns the longest suffix of at most `bytes` bytes that begins with no byte that continues a
// character.
std::string_view utf8_suffix(std::string_view text, std::size_t bytes);

}  // namespace skald::text
