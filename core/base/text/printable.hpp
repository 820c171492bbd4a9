// Makes text of unknown origin safe to show on a terminal.
#pragma once

#include <string>
#include <string_view>

namespace skald::text {

// Returns the text with everything escaped, as in \x1b or \u202e, that a terminal would not show as
// is: control characters (C0, DEL, C1), characters that change the direction of writing or are
// invisible (Unicode's general categories Cf, Zl, Zp), private-use characters, and bytes that are
// not UTF-8. Tabs and line ends stay; every line after the first begins with `margin`.
std::string printable(std::string_view text, std::string_view margin = "");

// Returns whether printable() leaves the text unchanged: it is UTF-8 with nothing hidden in it.
bool is_printable(std::string_view text);

// Same as printable(), but on one line: tabs and line ends are written as \x09 and \x0a.
std::string printable_line(std::string_view text);

}  // namespace skald::text
