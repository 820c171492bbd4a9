// Tables of estimates and of vector series, also at the width of a terminal. Pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "record/records.hpp"
#include "record/study_runs.hpp"
#include "report/estimate.hpp"
#include "report/table_writer.hpp"

namespace skald::report {

// The marks of tables.

// best: of its column, in its group. tied: cannot be distinguished from the best.
enum class Mark : std::uint8_t { none, best, tied };

struct ReportCell {
  record::SqlValue value;                // used if there is no estimate
  std::optional<EstimateText> estimate;  // takes precedence over value
  Mark mark = Mark::none;
  std::string note;  // shown in parentheses after the value
};

struct ReportColumn {
  std::string name;
  std::string units;  // empty: none
};

struct ReportTable {
  std::vector<ReportColumn> columns;
  std::size_t keys = 0;  // number of leading columns that identify a row
  std::vector<std::vector<ReportCell>> rows;
};

ReportColumn metric_column(const record::MetricRecord& metric);
ReportCell value_cell(record::SqlValue value);
ReportCell estimate_cell(const Estimate& estimate);

// Returns a table that begins with the columns of `by`, and below, the cells of such a row.
ReportTable table_by(const std::vector<std::string>& by);
std::vector<ReportCell> key_cells(const std::vector<record::SqlValue>& by);

// text:     "0.8123 ± 0.0041 *"; "*" marks the best, and "~" those tied with it.
// markdown: best and tied in bold.
// latex:    a tabular with the rules of booktabs, best and tied in bold.
// Throws std::invalid_argument for csv and json, which are for numbers.
std::string format_report(const ReportTable& table, TableFormat format);

// Returns the cells as text, with the marks of the text format.
record::ResultTable report_texts(const ReportTable& table);

// Fits wide tables to narrow terminals.
struct FittedTable {
  // Columns left out because all rows have the same value in them, with that value.
  std::vector<std::pair<std::string, std::string>> constants;
  // The other columns from left to right; each block begins with the key columns.
  std::vector<ReportTable> blocks;
};

// Returns the table unchanged if its text is at most `width` characters wide. Otherwise leaves out
// the constant columns and splits the rest into blocks. A block is wider than `width` only if the
// keys and a single column are.
FittedTable fit_width(ReportTable table, std::size_t width);

// A table with one row per vector series.

// Returns, for each series, the number of records and, for its last record, the iteration, the
// number of items with a value, and statistics of these values. Every series must have a record.
// Where there are as many items as names of clients, it says whose the least and the largest value
// are.
record::ResultTable vector_table(const std::vector<record::VectorSeriesRecord>& all,
                                 const std::vector<std::string>& clients = {});

}  // namespace skald::report
