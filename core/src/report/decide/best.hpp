// The best settings, and those that cannot be distinguished from the best.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "report/compare.hpp"
#include "report/report_table.hpp"

namespace skald::report {

// p is the p-value of the hypothesis that this row and the first have equal means: of the paired
// test if there are two or more pairs of replicates, otherwise of Welch's test, adjusted by Holm's
// method for the number of rows compared with the first. A row whose p exceeds alpha cannot be
// distinguished from the best; with a probability of at least 1 - alpha the truly best row is the
// first or one of these. p is NaN for the first row itself, and if there are too few replicates
// for a test.
struct RankedRow {
  std::size_t row = 0;
  double p = 0;
};

// Whether it cannot be distinguished from the first.
inline bool is_tied(const RankedRow& ranked) { return ranked.p > 1 - kLevel; }

// Sorts rows of a comparison by their means of a metric, the best first; by their adjusted_means()
// if the rows do not all have the same replicates. The sort is stable.
std::vector<RankedRow> rank(const Settings& settings, const Comparison& comparison,
                            std::size_t metric, std::vector<std::size_t> rows);

inline constexpr std::string_view kWithoutTest =
    "where a setting has fewer than two replicates there is no test, and none is marked as best";

// Whether each row was compared with the first by a test. Otherwise a mark on the first would read
// as if the others had been beaten.
bool is_tested(const std::vector<RankedRow>& ranking);

struct BestRow {
  std::size_t row = 0;  // of the comparison
  std::size_t of = 1;   // rows of its group that were ranked
  // Of the first of a group, the interval that holds although it was chosen for its mean: at the
  // level 1 - (1 - kLevel) / of, so that with a probability of at least kLevel those of all ranked
  // rows hold (Bonferroni's inequality), whichever is chosen. n = 0 elsewhere.
  Estimate chosen;
  std::size_t place = 1;  // within its group
  double p = 0;           // see RankedRow
  bool is_tied = false;   // with the first of its group
  bool is_best = false;   // the first of a group whose rows were all tested
};

// Whether the row was chosen among several, and its values differ, so that its interval does.
bool is_chosen(const BestRow& row);

struct BestRequest {
  std::size_t metric = 0;                 // of the runs
  std::vector<std::string> group_axes{};  // among the axes that make the rows; none: one group
  std::size_t count = 1;                  // of each group
  bool leaves_out_lone = false;           // whether groups of one setting are left out
};

struct Best {
  Comparison comparison;
  BestRequest request;
  std::vector<BestRow> rows;   // group by group, in each the best first
  std::size_t ineligible = 0;  // rows without a value, or with diverged or failed runs
  std::size_t lone = 0;        // groups of one setting that were left out
  bool has_untested = false;   // whether a group has rows that were not tested
  bool is_mixed = false;       // whether a group has settings that do not compete
  // Where the first of a group is at the end of an axis with several numbers: "p_c = 0.2 is the
  // largest tried". Each once.
  std::vector<std::string> edges;
};

// Finds, in each group, the best settings and those that cannot be distinguished from the best.
// Throws std::invalid_argument for an axis that does not distinguish rows, and if neither direction
// of the metric is better.
Best best_settings(const record::StudyRuns& runs, const Settings& settings,
                   const BestRequest& request);

// Returns a table of the group axes, the rank in the group, the other axes, the metrics, n, the
// adjusted p-value of the test against the best row of the group, the number of rows ranked there,
// and BestRow::chosen. The best row is marked in its
// metric if there was a test, as are the rows tied with it.
ReportTable best_table(const Best& best);

// Same, with is_best, is_tied, of, chosen_low, chosen_high, those of add_row_columns() and per
// metric <name>_mean, _half_width, _sd, _n, _low, _high.
record::ResultTable best_numbers(const Best& best);

}  // namespace skald::report
