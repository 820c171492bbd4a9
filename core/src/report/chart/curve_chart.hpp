// Metrics along runs, averaged over replicates.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "record/study_runs.hpp"
#include "report/chart/chart.hpp"
#include "report/chart/chart_request.hpp"

namespace skald::report {

// What a run has recorded at an iteration. NaN: not a number, or not recorded.
struct RecordedPoint {
  std::int64_t iteration = 0;
  double x = 0;
  double y = 0;
  double exact = kNoNumber;
};

// The recorded points of a run of the study, by its row in the database, in the order of their
// iterations. Called once for every run that ended ok, setting by setting.
using ReadPoints = std::function<std::vector<RecordedPoint>(std::int64_t run)>;

// One series per setting. A point stands at every iteration at which each run that came so far has
// a record; it is what compare() makes of the values there, so that the last point of runs of equal
// length is the final value that `compare` shows. x is the mean over the same replicates. Runs that
// diverged or failed are left out; these, values that are not finite, records that are not common
// and a smaller n are told in the notes.
Chart curve_chart(const record::StudyRuns& runs, const ChartRequest& request,
                  const ReadPoints& read);

}  // namespace skald::report
