// A comparison as a table, for programs or people. Pure functions.
#pragma once

#include <string>
#include <vector>

#include "record/result_table.hpp"
#include "report/compare.hpp"
#include "report/report_table.hpp"

namespace skald::report {

// Returns a table for programs: the columns of `by`, runs, diverged, failed, and for each metric
// <name>_mean, _half_width, _sd, _n, _non_finite, _low, _high.
record::ResultTable comparison_numbers(const Comparison& comparison);

// Returns a table for people: "mean ± half width" with two digits of the half width; the best row
// and those tied with it are marked, "(n = 8)" follows if n is not that of the row. Has columns for
// diverged and failed runs if there are any.
ReportTable comparison_table(const Comparison& comparison);

// Returns what follows "best": nothing if all rows compete, otherwise which do.
std::string of_competing_rows(const Comparison& comparison);

// Returns the reason why no row can be best in any metric; empty if two rows compete in one.
std::string why_none_is_best(const Comparison& comparison);

// Returns a metric of one row, with its note.
ReportCell metric_cell(const ComparisonRow& row, std::size_t metric);

// Returns what "!" beside an R-hat means; empty if no row has one.
std::string disagreement_note(const Comparison& comparison);
// Returns what "!!" beside steps means; empty if no row has one.
std::string long_step_note(const Comparison& comparison);

// The column n, if it is asked for, and the columns diverged, failed and R-hat, if there are such
// runs, or chains that disagree.
class CountColumns {
 public:
  explicit CountColumns(const Comparison& comparison, bool has_n = true);
  void add_titles(ReportTable& table) const;
  void add_cells(const ComparisonRow& row, std::vector<ReportCell>& cells) const;

 private:
  bool has_n_, has_diverged_, has_failed_, has_r_hat_, has_long_steps_;
};

// Returns NULL for NaN.
record::SqlValue number_or_null(double value);

}  // namespace skald::report
