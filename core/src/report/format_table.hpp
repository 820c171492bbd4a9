// A table as text, for people or programs.
#pragma once

#include <string>
#include <string_view>

#include "record/study_runs.hpp"

namespace skald::report {

// text:     aligned columns; numbers to six significant digits, "-" for NULL, a blob as its size;
//           characters that a terminal would not show are escaped as by printable_line().
// markdown: the same cells in a Markdown table.
// csv:      RFC 4180 with line feeds; numbers in the shortest form that reads back as the same
//           double, inf and -inf, nothing for NULL, a blob in hexadecimal. Text is exact, except
//           that bytes that are not UTF-8 become U+FFFD, as in json, and that a text which a
//           spreadsheet would take for a formula (it begins with =, +, - or @) gets a ' before it.
// json:     an array with one object per row; numbers as in csv, "Infinity" and "-Infinity" as
//           strings, null for NULL.
// latex:    the cells of the text in a tabular with the rules of the package booktabs.
enum class TableFormat { text, markdown, csv, json, latex };

// Returns the format called "table" or "text", "md" or "markdown", "csv", "json", "latex" or "tex".
// Throws std::invalid_argument for any other word.
TableFormat table_format(std::string_view name);

// Whether the format is for programs, rather than people.
constexpr bool is_for_programs(TableFormat format) {
  return format == TableFormat::csv || format == TableFormat::json;
}

std::string format_table(const record::ResultTable& table, TableFormat format);

// Returns a line above a table, which may hold text from a database: in latex a comment, which it
// cannot leave, in markdown text without markup of its own; characters that would not be shown are
// escaped.
std::string heading_line(std::string_view text, TableFormat format);

// Escapes what Markdown would take for HTML, a link, a picture, an escape or the end of a cell.
std::string markdown_text(std::string_view text);

// Returns a value as the text format shows it.
std::string format_value(const record::SqlValue& value);

}  // namespace skald::report
