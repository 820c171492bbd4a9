// Posterior summaries as tables.
#pragma once

#include "record/result_table.hpp"
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

}  // namespace skald::report
