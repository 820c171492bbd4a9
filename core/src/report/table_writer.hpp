// Writes a table as text, row by row.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "record/study_runs.hpp"

namespace skald::report {

// A table as text, for people or programs.

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

// Writes the text of format_table() in memory that does not grow with the number of rows. The first
// `measured_rows` rows, or the first 8 MiB of text, determine the widths of aligned columns and
// which columns hold numbers; a wider cell further down pushes the rest of its line to the right.
class TableWriter {
 public:
  using Sink = std::function<void(std::string_view)>;
  static constexpr std::size_t kMeasuredRows = 1000;

  TableWriter(std::vector<std::string> columns, TableFormat format, Sink sink,
              std::size_t measured_rows = kMeasuredRows);

  // A row must have one value per column.
  void add(const std::vector<record::SqlValue>& row);
  // Call it once, after the last row.
  void end();

 private:
  using Cells = std::vector<std::string>;
  struct Column {
    std::size_t width = 0;
    bool is_numeric = true;  // aligned right
  };

  void put(std::string_view text);
  void add_csv(const std::vector<record::SqlValue>& row);
  void add_json(const std::vector<record::SqlValue>& row);
  void measure(const std::vector<record::SqlValue>& row, const Cells& cells);
  // Writes the heading and the rows held back until the widths were known.
  void end_of_measuring();
  void put_latex_heading();
  void put_cells(const Cells& cells);

  Cells names_;
  TableFormat format_;
  Sink sink_;
  std::size_t measured_rows_;
  std::string out_;
  std::vector<Column> columns_;
  std::vector<Cells> waiting_;
  std::size_t waiting_bytes_ = 0;
  bool is_measured_ = false;
  bool has_row_ = false;
};

// Tables in LaTeX, with the rules of the package booktabs.

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
