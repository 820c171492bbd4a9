// Explains to a person why a text is no JSON at a given byte.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace skald::json {

// What a parser knows when it stops.
struct JsonStop {
  std::size_t offset = 0;       // the byte it could not take; the text's size: the text ended
  std::size_t token_begin = 0;  // first byte behind what it took completely, blanks skipped
  std::optional<std::size_t> open_bracket;  // the innermost one not closed
  bool key_expected = false;                // inside an object, where a key or its end may stand
  bool colon_expected = false;              // directly behind a key
  bool too_deep = false;
};

// The bytes to be overwritten, line ends excepted, so that reading may go on.
struct JsonMending {
  std::size_t begin = 0, end = 0;
  char replacement = ' ';
};

struct JsonFault {
  std::size_t begin = 0, end = 0;  // bytes to be marked
  std::string message, hint;
  std::optional<JsonMending> mending;
};

JsonFault explain_json_fault(std::string_view text, const JsonStop& stop);

}  // namespace skald::json
