// Explains why a text is not JSON at a given byte.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace skald::json {

// What a parser knows when it stops.
struct JsonStop {
  std::size_t offset = 0;       // the byte that it could not accept; text.size(): the text ended
  std::size_t token_begin = 0;  // first byte after the accepted tokens and blanks
  std::optional<std::size_t> open_bracket;  // the innermost unclosed one
  bool key_expected = false;    // inside an object, where a key or its closing bracket may follow
  bool colon_expected = false;  // directly after a key
  bool too_deep = false;
};

// The bytes to overwrite, except line ends, so that reading can continue.
struct JsonMending {
  std::size_t begin = 0, end = 0;
  char replacement = ' ';
};

struct JsonFault {
  std::size_t begin = 0, end = 0;  // the bytes to mark
  std::string message, hint;
  std::optional<JsonMending> mending;
};

JsonFault explain_json_fault(std::string_view text, const JsonStop& stop);

}  // namespace skald::json
