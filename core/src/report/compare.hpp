// Compares settings over replicates: means with intervals, in rows by axes. Pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "record/study_runs.hpp"
#include "report/estimate.hpp"
#include "report/report_table.hpp"
#include "report/settings.hpp"

namespace skald::report {

struct CompareRequest {
  // Axes that make the rows; empty: all that vary and are not in `over`.
  std::vector<std::string> by;
  std::vector<std::string> over;  // axes averaged over within each replicate
};

struct ComparisonRow {
  std::vector<record::SqlValue> by;
  std::int64_t runs = 0;
  // Replicates all of whose settings ended ok and have a value of some metric; no estimate is over
  // more.
  std::int64_t n = 0;
  std::int64_t diverged = 0;
  std::int64_t failed = 0;          // neither ok nor diverged
  std::vector<Estimate> estimates;  // one per metric
  bool has_long_steps = false;      // in any of its runs
  std::int64_t silent = 0;          // runs in which no client has ever reported
  // distance_from_exact(): standard errors between its simulations and their exact values.
  std::optional<double> exact_z;
  // The worst of what is known of the chains of its ok runs; nothing: they average no draws.
  std::optional<record::Diagnosis> chains;
};

// How a row stands in a metric among those of its group.
struct Standing {
  Mark mark = Mark::none;
  // Of the test against the best row of the group, see RankedRow in decide/best.hpp; nothing for
  // that row, for one that is not eligible, and without a test.
  std::optional<double> p;
};

struct Comparison {
  std::vector<std::string> by;
  // Axes that have a single value among the runs that have them, and are not needed to distinguish
  // rows.
  std::vector<std::pair<std::string, record::SqlValue>> constants;
  std::vector<record::MetricRecord> metrics;  // with the scales of their estimates
  std::vector<ComparisonRow> rows;  // in the order of the grid, or sorted by `by` if that was given
  // The numbers of groups of rows that compete with each other (see competing_settings()): by the
  // problem, and by the target, which includes the temperature.
  std::size_t problems = 0, targets = 0;
  // Per metric and row: what every table, page and file says of it. In each group of two or more
  // rows, the best is the one with the best mean (see rank() in decide/best.hpp) among the eligible
  // ones, and tied are those that cannot be distinguished from it. None is marked if the metric has
  // no better direction, if it is a cost (is_cost(): the cheapest setting is not the best one), and
  // in groups without an eligible row.
  std::vector<std::vector<Standing>> standings;
  // Whether groups were left out there since some of their rows have too few replicates for a test:
  // a mark would read as if they had been beaten.
  bool has_untested = false;
  // What is to be said of how its settings were chosen, beside what their runs say.
  std::vector<std::string> remarks;
};

// Takes all marks, where something else than the runs forbids a verdict.
void withhold_marks(Comparison& comparison);

// Returns the rows with a mark in a metric, in their order.
std::vector<std::size_t> marked_rows(const Comparison& comparison, std::size_t metric, Mark mark);

// Throws std::invalid_argument for an unknown axis, and if an axis that is in neither `by` nor
// `over` varies within a row, since nobody asked for a mean over it.
Comparison compare(const record::StudyRuns& runs, const CompareRequest& request);

// Same, for runs that have been grouped already.
Comparison compare_settings(const record::StudyRuns& runs, const Settings& settings);

// The number of groups of rows that compete in a metric.
std::size_t groups_in(const Comparison& comparison, std::size_t metric);

// Returns the names of the metrics whose means are geometric, and differ from arithmetic ones.
std::vector<std::string> geometric_means(const Comparison& comparison);

// Returns whether its simulations contradict their own exact values, by more than
// kMostStandardErrors.
bool contradicts_exact(const ComparisonRow& row);

// Returns whether the row may be called best in metrics that rest on its chains
// (rests_on_chains()), or in those that do not: all its runs ended ok, with steps that are not too
// long, and what rests on chains has some of which it is known that they agree.
bool may_be_best(const ComparisonRow& row, bool rests_on_chains);

// Returns whether the row may be called best in a metric: it may be, and has a mean of finite
// values.
bool is_eligible(const Comparison& comparison, std::size_t row, std::size_t metric);

}  // namespace skald::report
