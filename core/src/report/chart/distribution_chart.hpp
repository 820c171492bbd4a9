// How the final values of single runs are distributed.
#pragma once

#include "record/study_runs.hpp"
#include "report/chart/chart.hpp"
#include "report/chart/chart_request.hpp"

namespace skald::report {

// As a histogram, with common bins by the rule of Freedman and Diaconis (1981), or as a density, by
// Gaussian kernels with the width of Silverman's rule (1986, eq. 3.31): request.kind.
Chart distribution_chart(const record::StudyRuns& runs, const ChartRequest& request);

}  // namespace skald::report
