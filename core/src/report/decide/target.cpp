#include "report/decide/target.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <stdexcept>
#include <utility>

#include "report/comparison_table.hpp"
#include "report/decide/competition.hpp"
#include "skald/parts/not_a_number.hpp"
#include "text/number_text.hpp"

namespace skald::report {
namespace {

constexpr std::size_t kIterations = 0;  // the first metric of runs_until()

bool is_recorded(const record::StudyRuns& until, std::size_t metric) {
  return std::any_of(until.runs.begin(), until.runs.end(),
                     [metric](const auto& run) { return !std::isnan(run.metrics[metric]); });
}

// Returns whether a cost was infinite whenever the target was reached (an eps without a guarantee).
bool is_infinite(const Setting& setting, std::size_t cost) {
  return std::all_of(setting.runs.begin(), setting.runs.end(), [cost](const auto* run) {
    return std::isnan(run->metrics[kIterations]) ||
           run->metrics[cost] == std::numeric_limits<double>::infinity();
  });
}

void find_infinite(const Settings& settings, Comparison& comparison) {
  for (std::size_t r = 0; r < settings.all.size(); ++r) {
    auto& estimates = comparison.rows[r].estimates;
    if (estimates[kIterations].n == 0) continue;
    for (std::size_t m = kIterations + 1; m < estimates.size(); ++m) {
      if (!is_infinite(settings.all[r], m)) continue;
      estimates[m].mean = std::numeric_limits<double>::infinity();
    }
  }
}

std::int64_t reached_by(const ComparisonRow& row) { return row.estimates[kIterations].n; }

}  // namespace

std::optional<std::int64_t> first_reached(const record::Curve& curve, const Condition& target,
                                          record::Better better) {
  const bool is_size = better == record::Better::zero;
  const auto found =
      std::find_if(curve.begin(), curve.end(), [&](const record::PointRecord& point) {
        return holds(target, is_size ? std::abs(point.value) : point.value);
      });
  if (found == curve.end()) return std::nullopt;
  return found->iteration;
}

std::string target_text(const Condition& target, record::Better better) {
  Condition named = target;
  if (better == record::Better::zero) named.name = "|" + target.name + "|";
  return condition_text(named);
}

record::StudyRuns runs_until(record::StudyRuns runs,
                             const std::vector<std::optional<std::int64_t>>& reached,
                             const std::vector<record::MetricRecord>& cost_metrics,
                             const std::vector<std::vector<double>>& costs) {
  const record::MetricRecord target = runs.metrics.front();
  runs.metrics = {{"iterations", "",
                   "local steps of every participating client until the target was reached",
                   record::Better::down, record::Scale::count, target.predictive, true}};
  runs.metrics.insert(runs.metrics.end(), cost_metrics.begin(), cost_metrics.end());
  for (record::MetricRecord& metric : runs.metrics) metric.until_average = averages_draws(target);
  auto cost = costs.begin();
  for (std::size_t r = 0; r < runs.runs.size(); ++r) {
    auto& metrics = runs.runs[r].metrics;
    metrics.assign(runs.metrics.size(), kNotANumber);
    if (!reached[r]) continue;
    metrics[kIterations] = static_cast<double>(*reached[r]);
    std::copy(cost->begin(), cost->end(), metrics.begin() + 1);
    ++cost;
  }
  return runs;
}

std::vector<std::string> drop_unrecorded(record::StudyRuns& until) {
  std::vector<std::string> names;
  if (!is_recorded(until, kIterations)) return names;  // no run reached the target
  std::vector<std::size_t> kept;
  for (std::size_t m = 0; m < until.metrics.size(); ++m) {
    is_recorded(until, m) ? kept.push_back(m) : names.push_back(until.metrics[m].name);
  }
  until = with_metrics(std::move(until), kept);
  return names;
}

TargetComparison compare_until(const record::StudyRuns& until, const CompareRequest& request) {
  TargetComparison result;
  const Settings settings = settings_of(until, request.by, request.over);
  result.comparison = compare_settings(until, settings);
  find_infinite(settings, result.comparison);
  for (auto& standings : result.comparison.standings) standings.assign(standings.size(), {});
  for (const Setting& setting : settings.all) result.of.push_back(setting.ended);
  return result;
}

ReportTable target_table(const TargetComparison& target) {
  const Comparison& comparison = target.comparison;
  const auto cell_of = [&](std::size_t r, std::size_t metric) {
    const ComparisonRow& row = comparison.rows[r];
    return metric_cell(comparison.metrics[metric], row.estimates[metric], reached_by(row));
  };
  ReportTable table = metric_table(comparison, cell_of, false);
  const auto place = static_cast<std::ptrdiff_t>(table.keys);
  table.columns.insert(table.columns.begin() + place, {"reached", ""});
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    table.rows[r].insert(table.rows[r].begin() + place,
                         value_cell(std::to_string(reached_by(comparison.rows[r])) + " of " +
                                    std::to_string(target.of[r])));
  }
  return table;
}

record::ResultTable target_numbers(const TargetComparison& target) {
  record::ResultTable table = comparison_numbers(target.comparison);
  const auto place = static_cast<std::ptrdiff_t>(target.comparison.by.size());
  table.columns.insert(table.columns.begin() + place, {"reached", "of"});
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    table.rows[r].insert(table.rows[r].begin() + place,
                         {reached_by(target.comparison.rows[r]), target.of[r]});
  }
  return table;
}

namespace {

constexpr std::string_view kRunning = "running", kLast = "last";
constexpr std::int64_t kMostValues = 1'000'000'000;

double mean_of(std::span<const record::PointRecord> points) {
  double sum = 0;
  for (const record::PointRecord& point : points) sum += point.value;
  return sum / static_cast<double>(points.size());
}

}  // namespace

CurveMean parse_curve_mean(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view kind = text.substr(0, colon);
  CurveMean mean;
  if (kind == kRunning && colon == std::string_view::npos) return mean;
  const auto count =
      colon == std::string_view::npos ? std::nullopt : text::to_integer(text.substr(colon + 1));
  if ((kind != kRunning && kind != kLast) || !count || *count < 1 || *count > kMostValues) {
    throw std::invalid_argument("found \"" + std::string(text) +
                                "\", expected running, running:COUNT or last:COUNT, where COUNT is "
                                "of recorded values, as in last:100");
  }
  mean.kind = kind == kRunning ? CurveMean::Kind::running : CurveMean::Kind::last;
  mean.count = static_cast<std::size_t>(*count);
  return mean;
}

std::string curve_mean_text(const CurveMean& mean) {
  const std::string count = std::to_string(mean.count);
  return mean.kind == CurveMean::Kind::running ? "running mean over " + count + " recorded values"
                                               : "mean of the last " + count + " recorded values";
}

record::Curve after_restart(record::Curve curve, std::optional<std::int64_t> restart) {
  if (restart) std::erase_if(curve, [&](const auto& point) { return point.iteration <= *restart; });
  return curve;
}

record::Curve running_mean(const record::Curve& curve, std::size_t count,
                           std::optional<std::int64_t> restart) {
  const std::span<const record::PointRecord> points(curve);
  const auto leads_over = [&](std::span<const record::PointRecord> window) {
    return restart && window.front().iteration <= *restart && *restart < window.back().iteration;
  };
  record::Curve means;
  for (std::size_t end = count; end <= points.size(); ++end) {
    const auto window = points.subspan(end - count, count);
    if (!leads_over(window)) means.push_back({window.back().iteration, mean_of(window)});
  }
  return means;
}

double last_mean(const record::Curve& curve, std::size_t count) {
  if (curve.size() < count) return kNotANumber;
  return mean_of(std::span(curve).last(count));
}

}  // namespace skald::report
