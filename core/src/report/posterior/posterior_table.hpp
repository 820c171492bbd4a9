// Posterior summaries as tables.
#pragma once

#include <string>
#include <vector>

#include "record/study_runs.hpp"
#include "report/posterior/posterior_summary.hpp"
#include "report/report_table.hpp"

namespace skald::report {

// Returns one row per coefficient: mean and sd with their Monte Carlo errors ("0.812 ± 0.004"),
// quantiles, effective sample sizes, R-hat.
ReportTable posterior_table(const PosteriorSummary& summary);
// The same as numbers, with the errors of all: columns coefficient, mean, mean_mcse, sd, sd_mcse,
// q5, q5_mcse, q50, ..., bulk_ess, tail_ess, r_hat, chains, draws, non_finite.
record::ResultTable posterior_numbers(const PosteriorSummary& summary);

// A value with its error, or "-".
ReportCell measured_cell(const Measured& measured);
// A number rounded to so many digits, or "-".
ReportCell rounded_cell(double value, int digits);

// What speaks against trusting a posterior summary.

// Returns what is wrong, a sentence each with its remedy: draws that are not finite, an R-hat above
// 1.01, effective sample sizes below 100 per chain, a single chain. The limits are those of Vehtari
// et al. 2021, section 4.
std::vector<std::string> posterior_warnings(const PosteriorSummary& summary);

// The posteriors of two runs side by side, in units of what chance explains.
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
