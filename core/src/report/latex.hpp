// Tables in LaTeX, with the rules of the package booktabs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "record/result_table.hpp"

namespace skald::report {

// One line of text on which LaTeX prints what a terminal would show: every character with a
// meaning in LaTeX is escaped.
std::string latex_text(std::string_view text);

// The text of a number, for mathematics: "1.5e+06" as 1.5 \cdot 10^{6}, "inf" as \infty.
std::string latex_number(const std::string& number);

// A value as the text table shows it; numbers as mathematics, "--" for NULL.
std::string latex_value(const record::SqlValue& value);

// \begin{tabular} to \midrule; titles as LaTeX. Columns of numbers are aligned right.
std::string latex_begin(const std::vector<std::string>& titles,
                        const std::vector<bool>& are_numeric);
std::string latex_row(const std::vector<std::string>& cells);
std::string latex_end();

}  // namespace skald::report
