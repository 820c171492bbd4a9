// What charts of final values have in common.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "report/chart/chart.hpp"
#include "report/chart/chart_request.hpp"
#include "report/compare.hpp"

namespace skald::report {

// How many replicates the estimates are over, and what is not drawn.
struct FinalCounts {
  std::int64_t least_n = std::numeric_limits<std::int64_t>::max();
  std::int64_t most_n = 0;
  std::int64_t unset = 0;       // settings without a place on a numeric axis
  std::int64_t without = 0;     // settings without a finite value
  std::int64_t non_finite = 0;  // runs of other settings that have none

  void add(const Estimate& estimate) {
    least_n = std::min(least_n, estimate.n);
    most_n = std::max(most_n, estimate.n);
    non_finite += estimate.non_finite;
  }
};

// Tells of them, and of runs that diverged or failed.
void add_final_notes(Chart& chart, const ChartRequest& request, const FinalCounts& counts,
                     const Comparison& comparison);

// A value of an axis as a label; "unset" for NULL.
std::string category(const record::SqlValue& value);
// Labels for the values of an axis; none if they are numbers and can stand on an axis of numbers.
std::vector<std::string> categories_of(const std::vector<record::SqlValue>& values);
// The place of a value among them.
double place_of(const record::SqlValue& value, const std::vector<record::SqlValue>& values);
// Whether they are at least three numbers above zero over at least two decades, as somebody chooses
// them by factors.
bool is_spread(const std::vector<record::SqlValue>& values);

// Puts the points of every series in the order of x.
void sort_points(Chart& chart);

}  // namespace skald::report
