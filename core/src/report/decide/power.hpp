// How many replicates a question needs, from the spread of those that are there. Pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "record/study_runs.hpp"
#include "report/report_table.hpp"

namespace skald::report {

// Returns the least n of at least 2 with t(n - 1) sd / sqrt(n) <= half_width, t the quantile for a
// 95 % interval; nothing if it is beyond a million.
std::optional<std::int64_t> replicates_for_half_width(double sd, double half_width);

// Returns the least n of pairs by which a paired test at 5 % finds this difference with power 80 %,
// given the standard deviation of the differences: sqrt(n) difference / sd is at least the sum of
// Student's quantiles for both (Guenther 1981, The American Statistician 35, 243, whose
// approximation of the noncentral law is good to a replicate or two); nothing beyond a million.
std::optional<std::int64_t> replicates_to_tell(double sd, double difference);

struct PowerRow {
  std::vector<record::SqlValue> by;
  std::int64_t n = 0;                          // replicates that are there
  double sd = 0;                               // of logarithms, of a positive metric
  std::optional<std::int64_t> for_half_width;  // replicates
  std::optional<std::int64_t> to_tell;         // from the best setting
  bool is_known = false;                       // n >= 2
  bool is_best = false;
};

struct Power {
  std::vector<std::string> by;
  record::MetricRecord metric;
  double half_width = 0;  // of a positive metric, relative to the mean
  std::vector<PowerRow> rows;
};

// Answers for each setting of the first metric of the runs: how many replicates make the half width
// of its 95 % interval that small, and how many tell a difference of that size from the best
// setting with power 80 %, by the pairs that there are.
Power power_of(const record::StudyRuns& runs, double half_width);

ReportTable power_table(const Power& power);

}  // namespace skald::report
