// Faults of a document: where they are and what to do about them.
#pragma once

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

}  // namespace skald::json
