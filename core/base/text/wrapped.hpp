// Paragraphs for a fixed width.
#pragma once

#include <cstddef>
#include <string>

namespace skald::text {

// The words of the text in lines of at most `width` characters (UTF-8), a longer word being a line
// of its own; all but the first line come after `indent` spaces, which do not count. Ends without a
// line end.
std::string wrapped(const std::string& text, std::size_t width, std::size_t indent = 2);

}  // namespace skald::text
