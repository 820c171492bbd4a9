// A table as text, for people or programs.
#pragma once

#include <string>
#include <string_view>

#include "store/result_table.hpp"

namespace skald {

// text:     aligned columns; numbers to six significant digits, "-" for NULL, a blob as its size;
//           control characters are shown as \xNN, so that stored text cannot steer a terminal.
// markdown: the same cells in a Markdown table.
// csv:      RFC 4180 with line feeds; numbers in the shortest form that reads back as the same
//           double, inf and -inf, nothing for NULL, a blob in hexadecimal.
// json:     an array with one object per row; numbers as in csv, "Infinity" and "-Infinity" as
//           strings, null for NULL.
enum class TableFormat { text, markdown, csv, json };

// From "table" or "text", "md" or "markdown", "csv", "json"; std::invalid_argument for another
// word.
TableFormat table_format(std::string_view name);

std::string format_table(const ResultTable& table, TableFormat format);

// A double in its shortest exact form, or rounded to `digits` significant digits.
std::string format_number(double value);
std::string format_number(double value, int digits);

// One value as the text table shows it.
std::string format_value(const SqlValue& value);

}  // namespace skald
