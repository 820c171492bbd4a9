#include "report/comparison_table.hpp"

#include <algorithm>
#include <cmath>

#include "report/format_table.hpp"
#include "text/number_text.hpp"

namespace skald::report {
namespace {

constexpr const char* plus_minus = " \xc2\xb1 ";  // U+00B1 in UTF-8

record::SqlValue number_or_null(double value) {
  return std::isnan(value) ? record::SqlValue() : record::SqlValue(value);
}

int exponent(double value) { return static_cast<int>(std::floor(std::log10(value))); }

std::string with_interval(double mean, double half_width) {
  const int scale = exponent(std::max(std::abs(mean), half_width));
  const bool is_scaled = scale < -4 || scale > 5;
  const double unit = is_scaled ? std::pow(10.0, scale) : 1.0;
  const int decimals = std::clamp(1 - exponent(half_width / unit), 0, 15);
  const std::string text = text::fixed_text(mean / unit, decimals) + plus_minus +
                           text::fixed_text(half_width / unit, decimals);
  return is_scaled ? "(" + text + ")e" + std::to_string(scale) : text;
}

bool any_row(const Comparison& comparison, std::int64_t ComparisonRow::*count) {
  return std::any_of(comparison.rows.begin(), comparison.rows.end(),
                     [count](const ComparisonRow& row) { return row.*count > 0; });
}

std::string metric_cell(const Comparison& comparison, std::size_t row, std::size_t metric) {
  const Estimate& e = comparison.rows[row].estimates[metric];
  std::string text = format_estimate(e);
  if (comparison.best[metric] == row && comparison.rows.size() > 1) text += " *";
  if (e.n > 0 && e.n != comparison.rows[row].n) text += " (n = " + std::to_string(e.n) + ")";
  return text;
}

}  // namespace

std::string format_estimate(const Estimate& e) {
  if (e.n == 0) return std::isinf(e.mean) ? "inf" : "-";
  if (e.n == 1) return text::number_text(e.mean, 4);
  if (e.half_width <= 1e-6 * std::abs(e.mean)) return text::number_text(e.mean, 6);
  if (!std::isfinite(e.half_width)) return text::number_text(e.mean, 2) + plus_minus + "inf";
  return with_interval(e.mean, e.half_width);
}

record::ResultTable comparison_numbers(const Comparison& comparison) {
  record::ResultTable table;
  table.columns = comparison.by;
  for (const char* name : {"runs", "diverged", "failed"}) table.columns.emplace_back(name);
  for (const auto& metric : comparison.metrics) {
    for (const char* suffix : {"_mean", "_half_width", "_sd", "_n", "_non_finite"}) {
      table.columns.push_back(metric.name + suffix);
    }
  }
  for (const auto& row : comparison.rows) {
    auto& cells = table.rows.emplace_back(row.by);
    cells.insert(cells.end(), {row.runs, row.diverged, row.failed});
    for (const auto& e : row.estimates) {
      cells.insert(cells.end(), {number_or_null(e.mean), number_or_null(e.half_width),
                                 number_or_null(e.sd), e.n, e.non_finite});
    }
  }
  return table;
}

record::ResultTable comparison_text(const Comparison& comparison) {
  const bool has_diverged = any_row(comparison, &ComparisonRow::diverged);
  const bool has_failed = any_row(comparison, &ComparisonRow::failed);
  record::ResultTable table;
  table.columns = comparison.by;
  for (const auto& metric : comparison.metrics) {
    const std::string units = metric.units.empty() ? "" : " [" + metric.units + "]";
    table.columns.push_back(metric.name + units);
  }
  table.columns.emplace_back("n");
  if (has_diverged) table.columns.emplace_back("diverged");
  if (has_failed) table.columns.emplace_back("failed");
  for (std::size_t r = 0; r < comparison.rows.size(); ++r) {
    const ComparisonRow& row = comparison.rows[r];
    auto& cells = table.rows.emplace_back(row.by);
    for (std::size_t m = 0; m < comparison.metrics.size(); ++m) {
      cells.emplace_back(metric_cell(comparison, r, m));
    }
    cells.emplace_back(row.n);
    if (has_diverged) cells.emplace_back(row.diverged);
    if (has_failed) cells.emplace_back(row.failed);
  }
  return table;
}

}  // namespace skald::report
