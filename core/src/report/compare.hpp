// Settings compared over replicates: means with intervals, pivoted by axes. Pure functions.
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
  std::vector<std::string>
      by;  // axes that make the rows; none: all that vary and are not in `over`
  std::vector<std::string> over;  // axes averaged over within each replicate
  double level = 0.95;            // of the intervals, in (0, 1)
};

// Over n replicates. Settings of one replicate share their random numbers and are no independent
// draws: a replicate counts once, by the mean over the settings of its row, and only where each of
// these ended ok with a finite value. The interval of the mean is mean +- half_width,
// t(n - 1) sd / sqrt(n), sd with n - 1 in the denominator. NaN: n is too small. With n = 0 the mean
// is +inf where every ended run's value is (an eps without a guarantee).
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
  std::int64_t n = 0;  // replicates whose every setting ended ok: what estimates are over at most
  std::int64_t diverged = 0;
  std::int64_t failed = 0;          // neither ok nor diverged
  std::vector<Estimate> estimates;  // one per metric
};

struct Comparison {
  std::vector<std::string> by;
  // Axes with one value wherever they have one, not needed to tell rows apart.
  std::vector<std::pair<std::string, record::SqlValue>> constants;
  std::vector<record::MetricRecord> metrics;
  std::vector<ComparisonRow> rows;  // in the order of the grid, or sorted by `by` if that was given
  // Per metric the row with the best mean, among those without a diverged, failed or non-finite
  // run; none where the metric has no better direction, where it is what a run costs (is_cost():
  // the cheapest setting is not the best one), or where no row is eligible.
  std::vector<std::optional<std::size_t>> best;
};

// Throws std::invalid_argument for an unknown axis, and when an axis that is neither in `by` nor in
// `over` varies within a row, since a mean over it was not asked for.
Comparison compare(const record::StudyRuns& runs, const CompareRequest& request);

}  // namespace skald::report
