#include "report/compare.hpp"

#include <algorithm>
#include <stdexcept>

#include "record/costs.hpp"
#include "report/decide/best.hpp"

namespace skald::report {
namespace {

ComparisonRow summarize(const Setting& setting, std::size_t metrics, Reach& reach) {
  ComparisonRow row;
  row.by = setting.by;
  row.runs = std::ssize(setting.runs);
  for (const auto* run : setting.runs) {
    row.diverged += run->status == record::RunStatus::diverged;
    row.failed += !record::is_result(run->status);
  }
  row.n = std::ssize(setting.complete);
  row.estimates.reserve(metrics);
  for (std::size_t m = 0; m < metrics; ++m) {
    row.estimates.push_back(estimate_of(setting, m, reach));
  }
  return row;
}

// Returns the rows that may be best in a metric; none if the metric has no best row.
std::vector<std::size_t> contenders(const Comparison& comparison, std::size_t metric) {
  std::vector<std::size_t> rows;
  const record::MetricRecord& measured = comparison.metrics[metric];
  if (measured.better == record::Better::none || record::is_cost(measured.name)) return rows;
  for (std::size_t r = 0; r < comparison.rows.size(); ++r) {
    if (is_eligible(comparison.rows[r], metric)) rows.push_back(r);
  }
  return rows;
}

void mark_best(const Settings& settings, double level, Comparison& comparison) {
  for (std::size_t m = 0; m < comparison.metrics.size(); ++m) {
    const auto ranking = rank(settings, comparison, m, contenders(comparison, m));
    comparison.best.emplace_back();
    auto& tied = comparison.tied.emplace_back();
    if (ranking.empty()) continue;
    comparison.best.back() = ranking.front().row;
    for (const RankedRow& ranked : ranking) {
      if (ranked.p > 1 - level) tied.push_back(ranked.row);
    }
  }
}

}  // namespace

bool is_eligible(const ComparisonRow& row, std::size_t metric) {
  const Estimate& e = row.estimates[metric];
  return e.n > 0 && e.non_finite == 0 && row.diverged == 0 && row.failed == 0;
}

Comparison compare(const record::StudyRuns& runs, const CompareRequest& request) {
  return compare(runs, settings_of(runs, request.by, request.over), request.level);
}

Comparison compare(const record::StudyRuns& runs, const Settings& settings, double level) {
  if (!(level > 0 && level < 1)) {
    throw std::invalid_argument("the level of an interval must lie in (0, 1)");
  }
  Comparison result;
  for (const std::size_t axis : settings.by) result.by.push_back(runs.axes[axis]);
  result.constants = settings.constants;
  result.metrics = runs.metrics;
  Reach reach(level);
  result.rows.reserve(settings.all.size());
  for (const Setting& setting : settings.all) {
    result.rows.push_back(summarize(setting, runs.metrics.size(), reach));
  }
  mark_best(settings, level, result);
  return result;
}

}  // namespace skald::report
