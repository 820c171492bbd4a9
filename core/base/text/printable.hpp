// Text of unknown origin: safe to show, quoted, cut to a length, broken into lines.
#pragma once

#include <cstddef>
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

// Texts of others within JSON and CSV.

// The text as a string of JSON, in quotes. Bytes that are no UTF-8 are replaced.
std::string json_string(std::string_view text);

// The text as a field of CSV (RFC 4180), in quotes where it needs them. One that a spreadsheet
// would compute gets an apostrophe in front.
std::string csv_field(std::string_view text);

// Messages of bounded length.

inline constexpr std::size_t kMostMessageBytes = std::size_t{64} << 10;

// Returns the text, which may come from a plugin and have any length, in the form in which it is
// stored. Of a text longer than kMostMessageBytes, that is its beginning, cut between two
// characters, and a note of how much was cut; together at most kMostMessageBytes.
std::string capped(std::string_view text);

// Bounds of the texts of others: of names, where they enter, and of what messages quote.

// The greatest length of the name of a study, plugin, option, axis or metric, in bytes.
inline constexpr std::size_t kLongestName = 200;

// What keeps the text from being such a name, such as "of 1000000 bytes; expected 1 to 200 bytes
// without control characters"; "" if nothing does.
std::string name_fault(std::string_view name);

// Returns a text for a message: one of more than `most` bytes without its middle, of which it says
// how long it was. No character is split.
std::string shortened(std::string_view text, std::size_t most);

// Paragraphs for a fixed width.

// The words of the text in lines of at most `width` characters (UTF-8), a longer word being a line
// of its own; all but the first line come after `indent` spaces, which do not count. Ends without a
// line end.
std::string wrapped(const std::string& text, std::size_t width, std::size_t indent = 2);

}  // namespace skald::text
