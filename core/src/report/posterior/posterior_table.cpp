#include "report/posterior/posterior_table.hpp"

#include <cmath>

#include "report/comparison_table.hpp"
#include "text/number_text.hpp"

namespace skald::report {
namespace {

// Two values or more, as far as the digits are concerned.
Estimate as_estimate(const Measured& m) {
  Estimate estimate;
  estimate.n = 2;
  estimate.mean = m.value;
  estimate.half_width = m.error;
  return estimate;
}

ReportCell fixed_cell(double value, int decimals) {
  if (!std::isfinite(value)) return rounded_cell(value, 3);
  return value_cell(text::fixed_text(value, decimals));
}

// The digits that the error allows, without the error.
ReportCell quantile_cell(const Measured& m) {
  const bool has_digits = m.error > 0 && std::isfinite(m.error);
  if (!has_digits) return rounded_cell(m.value, 4);
  const EstimateText text = estimate_text(as_estimate(m));
  return value_cell(text.exponent == 0 ? text.mean
                                       : text.mean + "e" + std::to_string(text.exponent));
}

}  // namespace

ReportCell rounded_cell(double value, int digits) {
  return value_cell(std::isnan(value) ? std::string("-") : text::number_text(value, digits));
}

ReportCell measured_cell(const Measured& m) {
  return std::isnan(m.error) ? rounded_cell(m.value, 4) : estimate_cell(as_estimate(m));
}

ReportTable posterior_table(const PosteriorSummary& summary) {
  ReportTable table = table_by(
      {"coefficient", "mean", "sd", "5 %", "50 %", "95 %", "bulk ESS", "tail ESS", "R-hat"});
  table.keys = 1;
  for (const CoefficientSummary& c : summary.coefficients) {
    auto& cells = table.rows.emplace_back();
    cells = {value_cell(c.name), measured_cell(c.mean), measured_cell(c.sd)};
    for (const Measured& quantile : c.quantiles) cells.push_back(quantile_cell(quantile));
    cells.push_back(fixed_cell(c.bulk_ess, 0));
    cells.push_back(fixed_cell(c.tail_ess, 0));
    cells.push_back(fixed_cell(c.r_hat, 3));
  }
  return table;
}

record::ResultTable posterior_numbers(const PosteriorSummary& summary) {
  record::ResultTable table;
  table.columns = {"coefficient", "mean",  "mean_mcse", "sd",    "sd_mcse",   "q5",
                   "q5_mcse",     "q50",   "q50_mcse",  "q95",   "q95_mcse",  "bulk_ess",
                   "tail_ess",    "r_hat", "chains",    "draws", "non_finite"};
  for (const CoefficientSummary& c : summary.coefficients) {
    auto& row = table.rows.emplace_back();
    row.emplace_back(c.name);
    for (const Measured& m : {c.mean, c.sd, c.quantiles[0], c.quantiles[1], c.quantiles[2]}) {
      row.push_back(number_or_null(m.value));
      row.push_back(number_or_null(m.error));
    }
    for (const double value : {c.bulk_ess, c.tail_ess, c.r_hat}) {
      row.push_back(number_or_null(value));
    }
    row.insert(row.end(), {summary.chains, summary.draws, c.non_finite});
  }
  return table;
}

}  // namespace skald::report
