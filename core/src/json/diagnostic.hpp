// Faults of a document: where they are and what to do about them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace skald::json {

// A part of one line of a text. Lines and columns count from 1; columns and lengths are in
// characters (Unicode code points). line == 0: no particular place.
struct Place {
  int line = 0;
  int column = 0;
  int length = 0;

  bool operator==(const Place&) const = default;
};

struct Diagnostic {
  std::string file = {};     // as named by the caller
  Place place = {};          // in the file
  std::string path = {};     // JSON pointer of the value concerned: /sampler/p_c
  std::string message = {};  // what was found and what was expected
  std::string hint = {};     // what to do; may be empty
  std::string subject = {};  // whose rule it is, such as "sampler fald"; may be empty

  bool operator==(const Diagnostic&) const = default;
};

// Returns "file:line:column: SEVERITY: message - hint        (subject)", of what there is.
std::string headline(const Diagnostic& diagnostic, std::string_view severity);

// Returns the line of `source` at the place, with carets below the marked part; "" without a place.
std::string excerpt(const Place& place, std::string_view source);

// Returns the diagnostic as people read it, an error: headline and excerpt, a newline after each
// line.
std::string render(const Diagnostic& diagnostic, std::string_view source);

// Explains why a text is not JSON at a given byte.

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
