// The posteriors of two runs side by side, in units of what chance explains.
#pragma once

#include <string>
#include <vector>

#include "record/result_table.hpp"
#include "report/posterior/posterior_summary.hpp"
#include "report/report_table.hpp"

namespace skald::report {

struct CoefficientDifference {
  std::string name;
  Measured mean;          // a - b, with the error of independent runs
  double in_errors = 0;   // mean.value / mean.error
  double in_sds = 0;      // mean.value / sd of b
  Measured log_sd_ratio;  // log(sd of a / sd of b)
};

// Throws std::invalid_argument unless both have the same number of coefficients.
std::vector<CoefficientDifference> posterior_differences(const PosteriorSummary& a,
                                                         const PosteriorSummary& b);

// Returns one row per coefficient: both means, their difference with its error, the difference in
// errors and in standard deviations of b, both standard deviations. Throws as above.
ReportTable difference_table(const PosteriorSummary& a, const PosteriorSummary& b);
// The same as numbers, with log_sd_ratio and its error.
record::ResultTable difference_numbers(const PosteriorSummary& a, const PosteriorSummary& b);

}  // namespace skald::report
