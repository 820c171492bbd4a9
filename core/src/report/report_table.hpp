// Tables of estimates for terminals and papers. Pure functions.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "record/records.hpp"
#include "record/result_table.hpp"
#include "report/estimate.hpp"
#include "report/format_table.hpp"
#include "report/mark.hpp"

namespace skald::report {

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

}  // namespace skald::report
