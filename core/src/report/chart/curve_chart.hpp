// Metrics along runs, averaged over replicates.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "record/study_runs.hpp"
#include "report/chart/chart.hpp"
#include "report/chart/chart_request.hpp"

namespace skald::report {

// The values that a run recorded at an iteration; NaN if not a number, or not recorded.
struct RecordedPoint {
  std::int64_t iteration = 0;
  double x = 0;
  double y = 0;
  double exact = kNoNumber;
};

// Returns the values of a run at x, between its records by a straight line: x must not fall along
// it. NaN before the first and beyond the last record.
RecordedPoint interpolated(const std::vector<RecordedPoint>& run, double x);

// Returns the recorded points of a run, given its row id, in the order of iterations. Called once
// for each run that ended ok, setting by setting.
using ReadPoints = std::function<std::vector<RecordedPoint>(std::int64_t run)>;

// Returns a chart with one series per setting, which ends where its shortest run does: beyond, the
// mean would be one of survivors. Points are at the iterations at which every run has a record; if
// x is something else that never falls along a run, such as a cost, runs are interpolated to equal
// x. Each point is computed by compare() from the values there, so for runs of equal length the
// last point equals the final value shown by `compare`. Where x falls, x is the mean over the same
// replicates. Runs that diverged or failed are left out. The notes report these, values that are
// not finite, records that not all runs have, and points where n is smaller.
Chart curve_chart(const record::StudyRuns& runs, const ChartRequest& request,
                  const ReadPoints& read);

}  // namespace skald::report
