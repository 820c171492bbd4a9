// Text of unknown origin, numbers and ticks in gnuplot's syntax.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "report/chart/ticks.hpp"

namespace skald::report {

// The markup of the picture's text.
enum class Markup { plain, tex };

// Returns a literal in single quotes, in which gnuplot neither substitutes backquotes nor
// interprets escapes. Line ends, control characters, invisible characters and invalid UTF-8 are
// written as by printable_line(). For Markup::tex, characters that are special in TeX are escaped.
// The literal must be used with `noenhanced`.
std::string gnuplot_string(std::string_view text, Markup markup);

// Returns what follows "set xtics": labels, which gnuplot treats as formats ('%' is doubled), with
// their places.
std::string gnuplot_ticks(const std::vector<Tick>& ticks, Markup markup);

// Returns what follows "set xrange".
std::string gnuplot_range(const Range& range);

// Returns a line of a data block; numbers that are not finite are NaN there.
std::string gnuplot_row(std::initializer_list<double> values);
// Returns a data block with these rows, "$NAME" in plot elements.
std::string gnuplot_block(const std::string& name, const std::string& rows);

}  // namespace skald::report
