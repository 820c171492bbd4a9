// Escapes text of unknown origin for pages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace skald {

// Returns the text escaped for an element or a quoted attribute. Characters that would be invisible
// are written out (text::printable).
std::string html_text(std::string_view text);
// Same, on one line.
std::string html_line(std::string_view text);
// Returns the text, cut to its first `most` bytes and marked so if it is longer.
std::string cut_text(const std::string& text, std::size_t most);

// Returns the text as a JSON string for a script element, exactly, except that invalid UTF-8
// becomes U+FFFD. It can neither end the element nor begin a comment. Characters other than
// printable ASCII are escaped if they could be misread or hidden.
std::string script_json(std::string_view text);

// Returns the source expression of a Content-Security-Policy that allows only this inline script
// or style: "'sha256-...'".
std::string content_hash(std::string_view bytes);

}  // namespace skald
