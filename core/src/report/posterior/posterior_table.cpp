#include "report/posterior/posterior_table.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>

#include "record/diagnosis.hpp"
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

namespace {

using record::kLeastEssPerChain;
using record::kMostRHat;

// The coefficients that fail a test, and the worst of them.
struct Failing {
  std::size_t count = 0;
  const CoefficientSummary* worst = nullptr;
};

// `excess` is positive where a coefficient fails, and larger where it fails more; NaN fails
// nothing.
Failing failing(const PosteriorSummary& summary,
                const std::function<double(const CoefficientSummary&)>& excess) {
  Failing found;
  for (const CoefficientSummary& each : summary.coefficients) {
    if (!(excess(each) > 0)) continue;
    ++found.count;
    if (found.worst == nullptr || excess(each) > excess(*found.worst)) found.worst = &each;
  }
  return found;
}

// Returns "3 of 20 coefficients".
std::string share_of(const Failing& found, const PosteriorSummary& summary) {
  const std::size_t all = summary.coefficients.size();
  return std::to_string(found.count) + " of " + std::to_string(all) + " coefficient" +
         (all == 1 ? "" : "s");
}

double least_ess(const CoefficientSummary& c) { return std::min(c.bulk_ess, c.tail_ess); }

std::string few_draws(std::int64_t draws) {
  if (draws >= kLeastEssPerChain) return "make the run longer";
  return "only " + text::counted(draws, "draw per chain was", "draws per chain were") +
         " kept: keep more (a longer run, or a smaller run.thin)";
}

void add_non_finite(const PosteriorSummary& summary, std::vector<std::string>& warnings) {
  const Failing found =
      failing(summary, [](const auto& c) { return static_cast<double>(c.non_finite); });
  if (found.count == 0) return;
  warnings.push_back("Draws of " + share_of(found, summary) +
                     " are not finite: the chains left every bound. Choose a smaller step.");
}

void add_r_hat(const PosteriorSummary& summary, std::vector<std::string>& warnings) {
  const Failing found = failing(summary, [](const auto& c) { return c.r_hat - kMostRHat; });
  if (found.count == 0) return;
  warnings.push_back(
      "R-hat is above " + text::number_text(kMostRHat, 4) + " for " + share_of(found, summary) +
      ", most for " + found.worst->name + " (" + text::number_text(found.worst->r_hat, 4) +
      "): the chains do not agree yet, and the errors are too small. Make the run or "
      "its burn_in longer, or start nearer to the mode.");
}

void add_ess(const PosteriorSummary& summary, std::vector<std::string>& warnings) {
  const auto least = static_cast<double>(kLeastEssPerChain * summary.chains);
  const Failing found = failing(summary, [&](const auto& c) { return least - least_ess(c); });
  if (found.count == 0) return;
  const bool is_tail = found.worst->tail_ess < found.worst->bulk_ess;
  warnings.push_back(
      "The effective sample size is below " + std::to_string(kLeastEssPerChain) +
      " per chain for " + share_of(found, summary) + ", least for " + found.worst->name + " (" +
      text::fixed_text(least_ess(*found.worst), 0) + (is_tail ? " in the tails" : " in the bulk") +
      "): R-hat and the errors are not reliable. The remedy: " + few_draws(summary.draws) + ".");
}

void add_chains(const PosteriorSummary& summary, std::vector<std::string>& warnings) {
  if (summary.chains > 1) return;
  warnings.emplace_back(
      "There is one chain, so that R-hat compares only its halves. \"chains\": 4 in the grid's run "
      "shows whether others arrive elsewhere.");
}

}  // namespace

std::vector<std::string> posterior_warnings(const PosteriorSummary& summary) {
  std::vector<std::string> warnings;
  add_non_finite(summary, warnings);
  add_r_hat(summary, warnings);
  add_ess(summary, warnings);
  add_chains(summary, warnings);
  return warnings;
}

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
