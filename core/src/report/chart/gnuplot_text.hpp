// Text of unknown origin in a gnuplot script.
#pragma once

#include <string>
#include <string_view>

namespace skald::report {

// How the picture writes its text.
enum class Markup { plain, tex };

// A literal in single quotes, in which gnuplot substitutes nothing: no backquotes, no escapes. Line
// ends, control characters, what is not to be seen and bytes that are no UTF-8 are written as
// printable_line() does. For Markup::tex the characters that TeX reads as commands are escaped. The
// literal must be given to gnuplot as `noenhanced`.
std::string gnuplot_string(std::string_view text, Markup markup);

// The same as the label of a tick, which gnuplot takes for a format: '%' is doubled.
std::string gnuplot_tick_string(std::string_view text, Markup markup);

}  // namespace skald::report
