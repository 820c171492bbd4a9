// Quotes text of unknown origin for gnuplot scripts.
#pragma once

#include <string>
#include <string_view>

namespace skald::report {

// The markup of the picture's text.
enum class Markup { plain, tex };

// Returns a literal in single quotes, in which gnuplot neither substitutes backquotes nor
// interprets escapes. Line ends, control characters, invisible characters and invalid UTF-8 are
// written as by printable_line(). For Markup::tex, characters that are special in TeX are escaped.
// The literal must be used with `noenhanced`.
std::string gnuplot_string(std::string_view text, Markup markup);

// Same, for the label of a tick, which gnuplot treats as a format: '%' is doubled.
std::string gnuplot_tick_string(std::string_view text, Markup markup);

}  // namespace skald::report
