// Compares settings over replicates: means with intervals, in rows by axes. Pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "record/study_runs.hpp"
#include "report/estimate.hpp"
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
  std::int64_t n = 0;  // replicates all of whose settings ended ok; no estimate is over more
  std::int64_t diverged = 0;
  std::int64_t failed = 0;          // neither ok nor diverged
  std::vector<Estimate> estimates;  // one per metric
  double r_hat = kNotANumber;       // the largest of its ok runs
  bool has_long_steps = false;      // in any of its runs
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
  // For each metric and each group of two or more rows, the row with the best mean (see rank() in
  // decide/best.hpp) among those without a diverged, failed or non-finite run. None if the metric
  // has no better direction, if it is a cost (is_cost(): the cheapest setting is not the best one),
  // and for groups without an eligible row.
  std::vector<std::vector<std::size_t>> best;
  // Whether groups were left out there since some of their rows have too few replicates for a test:
  // a mark would read as if they had been beaten.
  bool has_untested = false;
  // Per metric, the other eligible rows that cannot be distinguished from the best one of their
  // group; see BestRow in decide/best.hpp.
  std::vector<std::vector<std::size_t>> tied;
};

// Throws std::invalid_argument for an unknown axis, and if an axis that is in neither `by` nor
// `over` varies within a row, since nobody asked for a mean over it.
Comparison compare(const record::StudyRuns& runs, const CompareRequest& request);

// Same, for runs that have been grouped already.
Comparison compare_settings(const record::StudyRuns& runs, const Settings& settings);

// The number of groups of rows that compete in a metric.
std::size_t groups_in(const Comparison& comparison, std::size_t metric);

// Returns the names of the metrics whose means are geometric, and differ from arithmetic ones.
std::vector<std::string> geometric_means(const Comparison& comparison);

// The R-hat above which chains disagree (Vehtari et al. 2021, section 2).
inline constexpr double kMostRHat = 1.01;

// Returns whether chains of the row disagree: its R-hat is known, and above that.
bool has_disagreement(const ComparisonRow& row);

// Returns whether the row may be called best in a metric: it has a mean, all its runs ended ok with
// a finite value and, in a metric that averages draws of the target (Yardstick::target), its chains
// do not disagree: their average is none over the target.
bool is_eligible(const Comparison& comparison, std::size_t row, std::size_t metric);

}  // namespace skald::report
