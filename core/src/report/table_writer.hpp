// Writes a table as text, row by row.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "record/study_runs.hpp"
#include "report/format_table.hpp"

namespace skald::report {

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
