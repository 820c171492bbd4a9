// A comparison as a table, for programs or people. Pure functions.
#pragma once

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

#include "record/study_runs.hpp"
#include "report/chart/published_overlay.hpp"
#include "report/compare.hpp"
#include "report/report_table.hpp"

namespace skald::report {

// Returns a table for programs, which schemas/compare.schema.json describes: the columns of `by`,
// those of add_row_columns(), and for each metric <name>_mean, _half_width, _sd, _n, _non_finite,
// _mark (best, tied or NULL), _p (of the test against the best), _low, _high.
record::ResultTable comparison_numbers(const Comparison& comparison);
// The position of <name>_mean there.
std::size_t mean_column(const Comparison& comparison, std::size_t metric);

// Adds the columns runs, diverged, failed, chains_state (good, unknown, bad; NULL: no draws are
// averaged), chains_reason, r_hat, ess, acceptance, has_long_steps, silent, exact_z
// (ComparisonRow), and below, the cells of a row.
void add_row_columns(record::ResultTable& table);
void add_row_cells(std::vector<record::SqlValue>& cells, const ComparisonRow& row);

// Returns a table for people: "mean ± half width" with two digits of the half width; the best row
// and those tied with it are marked, "(n = 8)" follows if n is not that of the row. Has columns for
// diverged and failed runs if there are any.
ReportTable comparison_table(const Comparison& comparison);

// Returns what follows "best": nothing if all rows compete, otherwise which do.
std::string of_competing_rows(const Comparison& comparison);

// Returns the reason why no row can be best in any metric; empty if two rows compete in one.
std::string why_none_is_best(const Comparison& comparison);

// Returns a metric of one row, with a note if its n is not that one, or if an average of draws is
// the same in all replicates: nothing is known then of how it varies.
ReportCell metric_cell(const record::MetricRecord& metric, const Estimate& estimate,
                       std::int64_t n);

// Returns a table of the rows for people: the axes, a cell of each metric, n if it is asked for,
// and diverged, failed, chains, z and steps, if there are such runs, chains that are not good, or
// simulations that contradict their exact values.
using CellOf = std::function<ReportCell(std::size_t row, std::size_t metric)>;
ReportTable metric_table(const Comparison& comparison, const CellOf& cell_of, bool has_n = true);

// Returns what is known of the chains of a row: "R-hat 1.003", "R-hat 1.03 !", "? stands still";
// "" if it averages no draws.
std::string chains_text(const ComparisonRow& row);
// Returns what "!" and "?" there mean; empty if no row has one, or no metric rests on
// chains.
std::string chains_note(const Comparison& comparison);
// Returns what a z means; empty if no row contradicts its exact value.
std::string exact_note(const Comparison& comparison);
// Returns what "!!" beside steps means; empty if no row has one.
std::string long_step_note(const Comparison& comparison);
// Says of how many runs no client has ever reported; "" if of none.
std::string silence_note(const Comparison& comparison);
// These notes and the others on what rows are worth, as far as there are any.
std::vector<std::string> verdict_notes(const Comparison& comparison);

// Adds columns <name>_mean, _half_width, _sd, _n, then `more`, then _low and _high, and below, the
// cells of a row. `value` replaces "_mean".
void add_estimate_columns(record::ResultTable& table, const std::string& name,
                          std::initializer_list<const char*> more = {},
                          const char* value = "_mean");
void add_estimate_cells(std::vector<record::SqlValue>& cells, const Estimate& estimate,
                        std::initializer_list<record::SqlValue> more = {});

// Returns NULL for NaN.
record::SqlValue number_or_null(double value);

// Adds published values to comparison tables.

// The published values of one metric.
struct PublishedMetric {
  std::string name;
  std::vector<PublishedRow> rows;
  double scale = 1;  // factor that converts the values of the rows
};

// Adds a column "published" after the column of each of these metrics in
// comparison_table(comparison). A cell lists the values of all published rows that agree with its
// row on the axes that they name. Returns the number of cells filled.
std::size_t add_published_columns(const Comparison& comparison,
                                  const std::vector<PublishedMetric>& published,
                                  ReportTable& table);

}  // namespace skald::report
