// Text of unknown origin on a terminal.
#pragma once

#include <string>
#include <string_view>

namespace skald::text {

// The text with nothing in it that a terminal would not show as it stands: control characters (C0,
// DEL, C1), characters that turn the direction of writing or are not to be seen (Unicode's general
// categories Cf, Zl, Zp), those of private use, and bytes that are no UTF-8 are written as \x1b or
// \u202e. Tabs and line ends stay; every line after the first begins with `margin`.
std::string printable(std::string_view text, std::string_view margin = "");

// Whether printable() leaves it as it is: it is UTF-8 with nothing hidden in it.
bool is_printable(std::string_view text);

// The same as printable() on one line: tabs and line ends are written as \x09 and \x0a.
std::string printable_line(std::string_view text);

}  // namespace skald::text
