// UTF-8, one character at a time, from text that may hold any bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace skald::text {

struct Utf8Character {
  char32_t code = 0;      // of a byte that is no UTF-8: the byte
  std::size_t bytes = 1;  // 1 to 4
  bool is_valid = true;
};

// The character that `text`, which is not empty, begins with. Overlong forms, surrogates and what
// is beyond U+10FFFF are not UTF-8 (RFC 3629): their first byte is taken alone.
Utf8Character first_character(std::string_view text);

// The text with U+FFFD in place of every byte that is no UTF-8.
std::string valid_utf8(std::string_view text);

// The longest beginning of `text` of at most `bytes` bytes that cuts no character in two.
std::string_view utf8_prefix(std::string_view text, std::size_t bytes);

}  // namespace skald::text
