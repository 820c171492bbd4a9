// Tables of estimates, as terminals and papers show them. Pure functions.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "record/records.hpp"
#include "record/result_table.hpp"
#include "report/estimate.hpp"
#include "report/format_table.hpp"

namespace skald::report {

// best: of its column. tied: cannot be told apart from the best.
enum class Mark { none, best, tied };

struct ReportCell {
  record::SqlValue value;                // where it is no estimate
  std::optional<EstimateText> estimate;  // instead of a value
  Mark mark = Mark::none;
  std::string note;  // stands in parentheses behind it
};

struct ReportColumn {
  std::string name;
  std::string units;  // empty: none
};

struct ReportTable {
  std::vector<ReportColumn> columns;
  std::size_t keys = 0;  // so many columns in front say what a row is
  std::vector<std::vector<ReportCell>> rows;
};

ReportColumn metric_column(const record::MetricRecord& metric);
ReportCell value_cell(record::SqlValue value);
ReportCell estimate_cell(const Estimate& estimate);

// With the columns of `by` in front; a row of it as cells.
ReportTable table_by(const std::vector<std::string>& by);
std::vector<ReportCell> key_cells(const std::vector<record::SqlValue>& by);

// text:     "0.8123 ± 0.0041 *", "*" behind the best and "~" behind those tied with it.
// markdown: best and tied in bold.
// latex:    a tabular with the rules of booktabs, best and tied in bold.
// Throws std::invalid_argument for csv and json, which are for numbers.
std::string format_report(const ReportTable& table, TableFormat format);

// The table as its texts, with the marks of the text format.
record::ResultTable report_texts(const ReportTable& table);

}  // namespace skald::report
