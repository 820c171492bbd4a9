// The cost of a run until a recorded curve, or its running mean, first reaches a target.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "record/study_runs.hpp"
#include "report/compare.hpp"
#include "report/condition.hpp"
#include "report/report_table.hpp"

namespace skald::report {

// Returns the first recorded iteration at which the curve fulfils the condition; nothing if
// it never does. Of a metric that is best at 0, the sizes of the values are to fulfil it: before
// a bias of -0.9 has come near 0, it is at most 0.1 already.
std::optional<std::int64_t> first_reached(const record::Curve& curve, const Condition& target,
                                          record::Better better);

// Returns "w2 <= 0.1", or "|variance_bias| <= 0.1".
std::string target_text(const Condition& target, record::Better better);

// Iterations and recorded costs until the target is reached. The n of an estimate counts the
// replicates that reached the target in every run that is averaged; a diverged run never reaches
// it.
struct TargetComparison {
  Comparison comparison;         // metrics: iterations, then the costs; no row is marked as best
  std::vector<std::int64_t> of;  // per row: replicates all of whose runs have a result
};

// The runs, whose metric is that of the target, with iterations and costs until the target as their
// metrics; NaN: not reached or not recorded. `reached` has an element per run; `costs[i]` has those
// recorded by the i-th of the runs that reached the target, at that moment, one per element of
// `cost_metrics`.
record::StudyRuns runs_until(record::StudyRuns runs,
                             const std::vector<std::optional<std::int64_t>>& reached,
                             const std::vector<record::MetricRecord>& cost_metrics,
                             const std::vector<std::vector<double>>& costs);

// Removes the costs that no run recorded, and returns their names.
std::vector<std::string> drop_unrecorded(record::StudyRuns& until);

// `until`: from runs_until().
TargetComparison compare_until(const record::StudyRuns& until, const CompareRequest& request);

// "12 of 20" in the column "reached", then the means over those that reached it.
ReportTable target_table(const TargetComparison& comparison);
// As comparison_numbers(), with the columns reached and of.
record::ResultTable target_numbers(const TargetComparison& comparison);

// Means over recent recorded values, for noisy curves.
//
// FedPA (Al-Shedivat et al. 2021, section 5) counts the rounds until the running mean over 10
// rounds first reaches a threshold, and compares means over the last 100 rounds.

// running: a curve becomes the mean of each value and the count - 1 recorded before it. last: a
// final value becomes the mean of the last `count` recorded ones.
struct CurveMean {
  enum class Kind { running, last };
  Kind kind = Kind::running;
  std::size_t count = 10;  // recorded values
};

// Parses "running" (10 values), "running:20" or "last:100"; throws std::invalid_argument
// for other text.
CurveMean parse_curve_mean(std::string_view text);
std::string curve_mean_text(const CurveMean& mean);

// The values behind the iteration `restart`, where averages start anew (record::kRestartEvent).
record::Curve after_restart(record::Curve curve, std::optional<std::int64_t> restart);

// Returns the mean of the last `count` values at each record, from the first record that has as
// many, and of those on one side of `restart` alone; NaN if one of the values is NaN.
record::Curve running_mean(const record::Curve& curve, std::size_t count,
                           std::optional<std::int64_t> restart = {});

// Returns the mean of the last `count` values; NaN if there are fewer, or if one of them is NaN.
double last_mean(const record::Curve& curve, std::size_t count);

}  // namespace skald::report
