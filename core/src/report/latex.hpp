// Tables in LaTeX, with the rules of the package booktabs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "record/result_table.hpp"

namespace skald::report {

// Returns one line of LaTeX that prints the text as a terminal would show it. All characters with a
// special meaning are escaped.
std::string latex_text(std::string_view text);

// Returns a number as mathematics: "1.5e+06" as 1.5 \cdot 10^{6}, "inf" as \infty.
std::string latex_number(const std::string& number);

// Returns a value as in the text format, but numbers as mathematics and "--" for NULL.
std::string latex_value(const record::SqlValue& value);

// Returns \begin{tabular} to \midrule. Titles are LaTeX. Columns of numbers are aligned right.
std::string latex_begin(const std::vector<std::string>& titles,
                        const std::vector<bool>& are_numeric);
std::string latex_row(const std::vector<std::string>& cells);
std::string latex_end();

}  // namespace skald::report
