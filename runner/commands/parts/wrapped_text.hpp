// Text in lines.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace skald {

// Returns the words of `text`, separated by single blanks or by line ends such that no line is
// longer than `width`, except where a word is. There is no line end at the end.
std::string wrapped_text(std::string_view text, std::size_t width = 80);

}  // namespace skald
