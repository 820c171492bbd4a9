// Shared by the charts of final values.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "report/chart/chart.hpp"
#include "report/chart/chart_request.hpp"
#include "report/compare.hpp"

namespace skald::report {

// The number of replicates per estimate, and what is not drawn; for the notes.
struct FinalCounts {
  std::int64_t least_n = std::numeric_limits<std::int64_t>::max();
  std::int64_t most_n = 0;
  std::int64_t unset = 0;       // settings without a position on a numeric axis
  std::int64_t without = 0;     // settings without a finite value
  std::int64_t diverged = 0;    // settings of which all runs diverged
  std::int64_t surviving = 0;   // settings, drawn apart, of which some runs diverged
  std::int64_t blank = 0;       // the same, in cells that are left blank
  std::int64_t non_finite = 0;  // runs without a finite value, in settings that are drawn

  void add(const Estimate& estimate) {
    least_n = std::min(least_n, estimate.n);
    most_n = std::max(most_n, estimate.n);
    non_finite += estimate.non_finite;
  }
};

// Adds notes on these counts, and on runs that diverged or failed.
void add_final_notes(Chart& chart, const ChartRequest& request, const FinalCounts& counts,
                     const Comparison& comparison);

// Returns the label of a value of an axis; "none" for NULL.
std::string category(const record::SqlValue& value);
// Returns labels for the values of an axis; none if all are numbers, for which a numeric axis
// suffices.
std::vector<std::string> categories_of(const std::vector<record::SqlValue>& values);
// Returns the position of `value` in `values`.
double position_of(const record::SqlValue& value, const std::vector<record::SqlValue>& values);
// Returns whether these are at least three positive numbers over at least two decades, as for
// values chosen on a logarithmic scale.
bool is_spread(const std::vector<record::SqlValue>& values);

// Sorts the points of every series by x.
void sort_points(Chart& chart);

}  // namespace skald::report
