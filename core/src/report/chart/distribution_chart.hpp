// The distribution of the final values of single runs.
#pragma once

#include "record/study_runs.hpp"
#include "report/chart/chart.hpp"
#include "report/chart/chart_request.hpp"

namespace skald::report {

// Depending on request.kind, returns a histogram, with common bins by the rule of Freedman
// and Diaconis (1981), or a density, with Gaussian kernels of the bandwidth of Silverman
// (1986, eq. 3.31).
Chart distribution_chart(const record::StudyRuns& runs, const ChartRequest& request);

}  // namespace skald::report
