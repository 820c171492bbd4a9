#include "report/posterior/posterior_difference.hpp"

#include <cmath>
#include <stdexcept>

#include "report/comparison_table.hpp"
#include "report/posterior/posterior_table.hpp"

namespace skald::report {
namespace {

CoefficientDifference difference(const CoefficientSummary& a, const CoefficientSummary& b) {
  CoefficientDifference d;
  d.name = a.name;
  d.mean = {a.mean.value - b.mean.value, std::hypot(a.mean.error, b.mean.error)};
  d.in_errors = d.mean.value / d.mean.error;
  d.in_sds = d.mean.value / b.sd.value;
  d.log_sd_ratio = {std::log(a.sd.value / b.sd.value),
                    std::hypot(a.sd.error / a.sd.value, b.sd.error / b.sd.value)};
  return d;
}

}  // namespace

std::vector<CoefficientDifference> posterior_differences(const PosteriorSummary& a,
                                                         const PosteriorSummary& b) {
  if (a.coefficients.size() != b.coefficients.size()) {
    throw std::invalid_argument("the runs have " + std::to_string(a.coefficients.size()) + " and " +
                                std::to_string(b.coefficients.size()) +
                                " coefficients, expected the same number");
  }
  std::vector<CoefficientDifference> differences;
  differences.reserve(a.coefficients.size());
  for (std::size_t i = 0; i < a.coefficients.size(); ++i) {
    differences.push_back(difference(a.coefficients[i], b.coefficients[i]));
  }
  return differences;
}

ReportTable difference_table(const PosteriorSummary& a, const PosteriorSummary& b) {
  ReportTable table = table_by(
      {"coefficient", "mean", "other mean", "difference", "in errors", "in sds", "sd", "other sd"});
  table.keys = 1;
  const std::vector<CoefficientDifference> differences = posterior_differences(a, b);
  for (std::size_t i = 0; i < differences.size(); ++i) {
    const CoefficientDifference& d = differences[i];
    table.rows.push_back({value_cell(d.name), measured_cell(a.coefficients[i].mean),
                          measured_cell(b.coefficients[i].mean), measured_cell(d.mean),
                          rounded_cell(d.in_errors, 2), rounded_cell(d.in_sds, 2),
                          measured_cell(a.coefficients[i].sd),
                          measured_cell(b.coefficients[i].sd)});
  }
  return table;
}

record::ResultTable difference_numbers(const PosteriorSummary& a, const PosteriorSummary& b) {
  record::ResultTable table;
  table.columns = {"coefficient",     "mean",         "other_mean",       "difference",
                   "difference_mcse", "in_errors",    "in_sds",           "sd",
                   "other_sd",        "log_sd_ratio", "log_sd_ratio_mcse"};
  const std::vector<CoefficientDifference> differences = posterior_differences(a, b);
  for (std::size_t i = 0; i < differences.size(); ++i) {
    const CoefficientDifference& d = differences[i];
    auto& row = table.rows.emplace_back();
    row.emplace_back(d.name);
    for (const double value :
         {a.coefficients[i].mean.value, b.coefficients[i].mean.value, d.mean.value, d.mean.error,
          d.in_errors, d.in_sds, a.coefficients[i].sd.value, b.coefficients[i].sd.value,
          d.log_sd_ratio.value, d.log_sd_ratio.error}) {
      row.push_back(number_or_null(value));
    }
  }
  return table;
}

}  // namespace skald::report
