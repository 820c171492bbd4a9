#include "report/comparison_table.hpp"

#include <algorithm>
#include <cmath>

#include "report/decide/best.hpp"
#include "text/number_text.hpp"

namespace skald::report {
namespace {

bool any_row(const Comparison& comparison, std::int64_t ComparisonRow::*count) {
  return std::any_of(comparison.rows.begin(), comparison.rows.end(),
                     [count](const ComparisonRow& row) { return row.*count > 0; });
}

std::string r_hat_text(const ComparisonRow& row) {
  const std::string text = std::isnan(row.r_hat) ? "" : text::number_text(row.r_hat, 3);
  return has_disagreement(row) ? text + " !" : text;
}

void mark_best(const Comparison& comparison, ReportTable& table) {
  for (std::size_t m = 0; m < comparison.metrics.size(); ++m) {
    for (const std::size_t row : comparison.best[m]) {
      table.rows[row][table.keys + m].mark = Mark::best;
    }
    for (const std::size_t row : comparison.tied[m]) {
      table.rows[row][table.keys + m].mark = Mark::tied;
    }
  }
}

}  // namespace

std::string of_competing_rows(const Comparison& comparison) {
  if (comparison.targets == 1) return "";
  const std::string of = " of the rows with the same data, partition and model";
  if (comparison.targets == comparison.problems) return of;
  return (comparison.problems > 1 ? of + ", and" : " of the rows with") +
         " the same temperature unless the metric judges predictions";
}

std::string why_none_is_best(const Comparison& comparison) {
  const std::size_t rows = comparison.rows.size();
  if (rows < 2) return "";
  if (comparison.has_untested) return std::string(kWithoutTest);
  if (comparison.problems == rows) {
    return "no two rows have the same data, partition and model, so that none is marked as best";
  }
  for (std::size_t m = 0; m < comparison.metrics.size(); ++m) {
    if (groups_in(comparison, m) < rows) return "";
  }
  return comparison.metrics.empty() ? ""
                                    : "no two rows have the same data, partition, model and "
                                      "temperature, so that none is marked as best";
}

void add_estimate_columns(record::ResultTable& table, const std::string& name,
                          std::initializer_list<const char*> more, const char* value) {
  for (const char* suffix : {value, "_half_width", "_sd", "_n"}) {
    table.columns.push_back(name + suffix);
  }
  for (const char* suffix : more) table.columns.push_back(name + suffix);
  for (const char* suffix : {"_low", "_high"}) table.columns.push_back(name + suffix);
}

void add_estimate_cells(std::vector<record::SqlValue>& cells, const Estimate& e,
                        std::initializer_list<record::SqlValue> more) {
  cells.insert(cells.end(),
               {number_or_null(e.mean), number_or_null(e.half_width), number_or_null(e.sd), e.n});
  cells.insert(cells.end(), more);
  cells.insert(cells.end(), {number_or_null(e.low), number_or_null(e.high)});
}

record::ResultTable comparison_numbers(const Comparison& comparison) {
  record::ResultTable table;
  table.columns = comparison.by;
  table.columns.insert(table.columns.end(), {"runs", "diverged", "failed"});
  for (const auto& metric : comparison.metrics) {
    add_estimate_columns(table, metric.name, {"_non_finite"});
  }
  for (const auto& row : comparison.rows) {
    auto& cells = table.rows.emplace_back(row.by);
    cells.insert(cells.end(), {row.runs, row.diverged, row.failed});
    for (const Estimate& e : row.estimates) add_estimate_cells(cells, e, {e.non_finite});
  }
  return table;
}

ReportCell metric_cell(const Estimate& estimate, std::int64_t n) {
  ReportCell cell = estimate_cell(estimate);
  if (estimate.n > 0 && estimate.n != n) cell.note = "n = " + std::to_string(estimate.n);
  return cell;
}

std::string disagreement_note(const Comparison& comparison) {
  const bool has_any =
      std::any_of(comparison.rows.begin(), comparison.rows.end(), has_disagreement);
  if (!has_any) return "";
  return "!: R-hat above 1.01; the chains disagree, so their average does not describe the "
         "target; the row is never best in metrics that average draws";
}

std::string long_step_note(const Comparison& comparison) {
  const bool has_any = std::any_of(comparison.rows.begin(), comparison.rows.end(),
                                   [](const ComparisonRow& row) { return row.has_long_steps; });
  if (!has_any) return "";
  return "!!: steps longer than are stable on this problem (skald show has a run's); the row is "
         "best in nothing";
}

record::SqlValue number_or_null(double value) {
  return std::isnan(value) ? record::SqlValue() : record::SqlValue(value);
}

ReportTable metric_table(const Comparison& comparison, const CellOf& cell_of, bool has_n) {
  const bool has_diverged = any_row(comparison, &ComparisonRow::diverged);
  const bool has_failed = any_row(comparison, &ComparisonRow::failed);
  const bool has_r_hat = !disagreement_note(comparison).empty();
  const bool has_long_steps = !long_step_note(comparison).empty();
  ReportTable table = table_by(comparison.by);
  for (const auto& metric : comparison.metrics) table.columns.push_back(metric_column(metric));
  if (has_n) table.columns.push_back({"n", ""});
  if (has_diverged) table.columns.push_back({"diverged", ""});
  if (has_failed) table.columns.push_back({"failed", ""});
  if (has_r_hat) table.columns.push_back({"R-hat", ""});
  if (has_long_steps) table.columns.push_back({"steps", ""});
  table.rows.reserve(comparison.rows.size());
  for (std::size_t r = 0; r < comparison.rows.size(); ++r) {
    const ComparisonRow& row = comparison.rows[r];
    auto& cells = table.rows.emplace_back(key_cells(row.by));
    for (std::size_t m = 0; m < comparison.metrics.size(); ++m) cells.push_back(cell_of(r, m));
    if (has_n) cells.push_back(value_cell(row.n));
    if (has_diverged) cells.push_back(value_cell(row.diverged));
    if (has_failed) cells.push_back(value_cell(row.failed));
    if (has_r_hat) cells.push_back(value_cell(r_hat_text(row)));
    if (has_long_steps) cells.push_back(value_cell(std::string(row.has_long_steps ? "!!" : "")));
  }
  return table;
}

ReportTable comparison_table(const Comparison& comparison) {
  ReportTable table = metric_table(comparison, [&](std::size_t r, std::size_t metric) {
    const ComparisonRow& row = comparison.rows[r];
    return metric_cell(row.estimates[metric], row.n);
  });
  mark_best(comparison, table);
  return table;
}

}  // namespace skald::report
