// What is wrong with a document, where, and what to do about it.
#pragma once

#include <string>
#include <string_view>

namespace skald::json {

// A stretch of one line of a text. Lines and columns count from 1, columns and lengths in
// characters (Unicode code points). line == 0: no particular place.
struct Place {
  int line = 0;
  int column = 0;
  int length = 0;

  bool operator==(const Place&) const = default;
};

struct Diagnostic {
  std::string file;     // as the caller names it
  Place place;          // in the file
  std::string path;     // JSON pointer of the value concerned: /sampler/p_c
  std::string message;  // what was found and what was expected
  std::string hint;     // what to do, or ""
  std::string subject;  // whose rule it is, as "sampler fald", or ""

  bool operator==(const Diagnostic&) const = default;
};

// The diagnostic as people read it: one line "file:line:column: error: message - hint", and, where
// it has a place, that line of `source` with carets under the stretch. Ends with a newline.
std::string render(const Diagnostic& diagnostic, std::string_view source);

}  // namespace skald::json
