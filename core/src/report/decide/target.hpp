// What it takes until a recorded curve first reaches a target.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "record/curve.hpp"
#include "record/study_runs.hpp"
#include "report/compare.hpp"
#include "report/condition.hpp"
#include "report/report_table.hpp"

namespace skald::report {

// The first iteration at which the curve fulfils the condition; nothing: it never does. Only
// recorded values count.
std::optional<std::int64_t> first_reached(const record::Curve& curve, const Condition& target);

// Until the target is reached: iterations, and the costs that were recorded along the runs. Of each
// row, n of its estimates is of the replicates that reached it, each point of them; a diverged run
// reaches nothing.
struct TargetComparison {
  Comparison comparison;         // metrics: iterations, then the costs; nothing is best
  std::vector<std::int64_t> of;  // per row: replicates whose every point has a result
};

// The runs with iterations and costs until the target in place of their metrics; NaN: not reached
// or not recorded. `reached`: per run of `runs`. `costs[i]`: the recorded costs of the i-th of the
// runs that reached it, at that moment, one per element of `cost_metrics`.
record::StudyRuns runs_until(record::StudyRuns runs,
                             const std::vector<std::optional<std::int64_t>>& reached,
                             const std::vector<record::MetricRecord>& cost_metrics,
                             const std::vector<std::vector<double>>& costs);

// Takes away the costs that no run recorded, and returns their names.
std::vector<std::string> drop_unrecorded(record::StudyRuns& until);

// `until`: from runs_until().
TargetComparison compare_until(const record::StudyRuns& until, const CompareRequest& request);

// "12 of 20" in the column "reached", then the means over those that reached it.
ReportTable target_table(const TargetComparison& comparison);
// As comparison_numbers(), with the columns reached and of.
record::ResultTable target_numbers(const TargetComparison& comparison);

}  // namespace skald::report
