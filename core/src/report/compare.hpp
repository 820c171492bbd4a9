// Compares settings over replicates: means with intervals, in rows by axes. Pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "record/study_runs.hpp"

namespace skald::report {

struct CompareRequest {
  // Axes that make the rows; empty: all that vary and are not in `over`.
  std::vector<std::string> by;
  std::vector<std::string> over;  // axes averaged over within each replicate
  double level = 0.95;            // of the intervals, in (0, 1)
};

// A mean over n replicates with its interval. The settings of one replicate share their random
// numbers and are not independent, so a replicate counts once, as the mean over the settings of its
// row, and only if each of them ended ok with a finite value. The interval is mean +- half_width
// with half_width = t(n - 1) sd / sqrt(n), where sd has n - 1 in the denominator. NaN: n is too
// small. For n = 0, the mean is +inf if every run that ended ok has the value +inf (an eps without
// a guarantee).
struct Estimate {
  std::int64_t n = 0;
  std::int64_t non_finite = 0;  // runs that ended ok without a finite value
  double mean = std::numeric_limits<double>::quiet_NaN();
  double sd = std::numeric_limits<double>::quiet_NaN();
  double half_width = std::numeric_limits<double>::quiet_NaN();
  double min = std::numeric_limits<double>::quiet_NaN();  // over the n
  double max = std::numeric_limits<double>::quiet_NaN();
};

struct ComparisonRow {
  std::vector<record::SqlValue> by;
  std::int64_t runs = 0;
  std::int64_t n = 0;  // replicates all of whose settings ended ok; no estimate is over more
  std::int64_t diverged = 0;
  std::int64_t failed = 0;          // neither ok nor diverged
  std::vector<Estimate> estimates;  // one per metric
};

struct Comparison {
  std::vector<std::string> by;
  // Axes with a single value among the runs that have them, which are not needed to tell rows
  // apart.
  std::vector<std::pair<std::string, record::SqlValue>> constants;
  std::vector<record::MetricRecord> metrics;
  std::vector<ComparisonRow> rows;  // in the order of the grid, or sorted by `by` if that was given
  // For each metric, the row with the best mean among those without a diverged, failed or
  // non-finite run. None if the metric has no better direction, if it is a cost (is_cost(): the
  // cheapest setting is not the best one), or if no row is eligible.
  std::vector<std::optional<std::size_t>> best;
};

// Throws std::invalid_argument for an unknown axis, and if an axis that is in neither `by` nor
// `over` varies within a row, since nobody asked for a mean over it.
Comparison compare(const record::StudyRuns& runs, const CompareRequest& request);

}  // namespace skald::report
