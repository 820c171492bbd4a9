// Text of unknown origin inside a page.
#pragma once

#include <string>
#include <string_view>

namespace skald {

// As the text of an element or the value of an attribute in quotes: nothing in it is markup, and
// what would not be seen as it stands is written out (text::printable).
std::string html_text(std::string_view text);
// The same on one line.
std::string html_line(std::string_view text);

// As a string of JSON inside a script element: exactly the text, but for U+FFFD in place of bytes
// that are no UTF-8. Nothing in it ends the element or begins a comment, and what is not printable
// ASCII is escaped where it could be mistaken or hidden.
std::string script_json(std::string_view text);

// The source expression of a Content-Security-Policy that allows this inline script or style, and
// no other: "'sha256-...'".
std::string content_hash(std::string_view bytes);

}  // namespace skald
