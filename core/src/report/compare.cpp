#include "report/compare.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "record/costs.hpp"
#include "record/records.hpp"
#include "report/decide/best.hpp"
#include "report/decide/competition.hpp"
#include "report/settings.hpp"

namespace skald::report {
namespace {

std::optional<std::size_t> place_of(const std::vector<record::MetricRecord>& metrics,
                                    const std::string& name) {
  const auto found = std::find_if(metrics.begin(), metrics.end(),
                                  [&](const auto& metric) { return metric.name == name; });
  if (found == metrics.end()) return std::nullopt;
  return static_cast<std::size_t>(found - metrics.begin());
}

std::optional<double> distance(const Setting& setting, std::size_t simulated, std::size_t exact,
                               std::size_t error) {
  double sum = 0, count = 0;
  for (const auto* run : setting.runs) {
    if (run->status != record::RunStatus::ok) continue;
    const double z = (run->metrics[simulated] - run->metrics[exact]) / run->metrics[error];
    if (!std::isfinite(z)) continue;
    sum += z;
    count += 1;
  }
  if (count == 0) return std::nullopt;
  return sum / std::sqrt(count);
}

// Standard errors beyond which a simulation contradicts its exact value: by chance, once in 10^6.
constexpr double kMostStandardErrors = 5;

// Returns by how many standard errors the mean of a setting's runs is away from their exact values,
// in the metric where that is most: for each metric NAME of which exact_NAME and exact_NAME_error
// are among the metrics, too. Runs of one setting are independent. Nothing if no run has all three.
std::optional<double> distance_from_exact(const Setting& setting,
                                          const std::vector<record::MetricRecord>& metrics) {
  std::optional<double> farthest;
  for (std::size_t m = 0; m < metrics.size(); ++m) {
    const std::string name = "exact_" + metrics[m].name;
    const auto exact = place_of(metrics, name), error = place_of(metrics, name + "_error");
    if (!exact || !error) continue;
    const auto z = distance(setting, m, *exact, *error);
    if (z && (!farthest || std::abs(*z) > std::abs(*farthest))) farthest = z;
  }
  return farthest;
}

// Whether all runs of a replicate have a value of some metric, if there is any.
bool has_value(const Replicate& replicate, std::size_t metrics) {
  for (std::size_t m = 0; m < metrics; ++m) {
    const bool have_all =
        std::none_of(replicate.runs.begin(), replicate.runs.end(),
                     [m](const auto* run) { return std::isnan(run->metrics[m]); });
    if (have_all) return true;
  }
  return metrics == 0;
}

ComparisonRow summarize(const Setting& setting, const std::vector<record::Scale>& scales,
                        Reach& reach) {
  ComparisonRow row;
  row.by = setting.by;
  row.runs = std::ssize(setting.runs);
  for (const auto* run : setting.runs) {
    row.diverged += run->status == record::RunStatus::diverged;
    row.failed += !record::is_result(run->status);
    const bool is_ok = run->status == record::RunStatus::ok;
    if (is_ok && run->chains) {
      row.chains = row.chains ? record::worse(*row.chains, *run->chains) : *run->chains;
    }
    row.has_long_steps |= run->has_long_steps;
    row.silent += run->is_silent;
  }
  row.n = std::count_if(setting.complete.begin(), setting.complete.end(),
                        [&](const Replicate& each) { return has_value(each, scales.size()); });
  row.estimates.reserve(scales.size());
  for (std::size_t m = 0; m < scales.size(); ++m) {
    row.estimates.push_back(estimate_of(setting, m, scales[m], reach));
  }
  return row;
}

bool has_best(const record::MetricRecord& metric) {
  return metric.better != record::Better::none && !record::is_cost(metric.name);
}

void mark_best_of(const std::vector<std::size_t>& group, const Settings& settings,
                  std::size_t metric, Comparison& comparison) {
  std::vector<std::size_t> contenders;
  for (const std::size_t row : group) {
    if (is_eligible(comparison, row, metric)) contenders.push_back(row);
  }
  const auto ranking = rank(settings, comparison, metric, std::move(contenders));
  if (ranking.empty()) return;
  if (!is_tested(ranking)) {
    comparison.has_untested = true;
    return;
  }
  std::vector<Standing>& standings = comparison.standings[metric];
  standings[ranking.front().row].mark = Mark::best;
  for (std::size_t i = 1; i < ranking.size(); ++i) {
    Standing& standing = standings[ranking[i].row];
    standing.p = ranking[i].p;
    if (is_tied(ranking[i])) standing.mark = Mark::tied;
  }
}

void mark_best(const Settings& settings, Comparison& comparison) {
  const auto by_problem = competing_settings(settings, Yardstick::data);
  const auto by_target = competing_settings(settings, Yardstick::target);
  comparison.problems = by_problem.size();
  comparison.targets = by_target.size();
  comparison.standings.assign(comparison.metrics.size(),
                              std::vector<Standing>(comparison.rows.size()));
  for (std::size_t m = 0; m < comparison.metrics.size(); ++m) {
    if (!has_best(comparison.metrics[m])) continue;
    const bool is_of_data = yardstick_of(comparison.metrics[m]) == Yardstick::data;
    for (const auto& group : is_of_data ? by_problem : by_target) {
      if (group.size() > 1) mark_best_of(group, settings, m, comparison);
    }
  }
}

}  // namespace

std::size_t groups_in(const Comparison& comparison, std::size_t metric) {
  const Yardstick yardstick = yardstick_of(comparison.metrics[metric]);
  return yardstick == Yardstick::data ? comparison.problems : comparison.targets;
}

std::vector<std::string> geometric_means(const Comparison& comparison) {
  std::vector<std::string> names;
  for (std::size_t m = 0; m < comparison.metrics.size(); ++m) {
    if (comparison.metrics[m].scale != record::Scale::positive) continue;
    const bool is_told =
        std::any_of(comparison.rows.begin(), comparison.rows.end(), [m](const ComparisonRow& row) {
          return row.estimates[m].half_width > 1e-6 * row.estimates[m].mean;
        });
    if (is_told) names.push_back(comparison.metrics[m].name);
  }
  return names;
}

void withhold_marks(Comparison& comparison) {
  for (std::vector<Standing>& of_metric : comparison.standings) {
    for (Standing& standing : of_metric) standing = {};
  }
}

std::vector<std::size_t> marked_rows(const Comparison& comparison, std::size_t metric, Mark mark) {
  std::vector<std::size_t> rows;
  const std::vector<Standing>& standings = comparison.standings[metric];
  for (std::size_t row = 0; row < standings.size(); ++row) {
    if (standings[row].mark == mark) rows.push_back(row);
  }
  return rows;
}

bool contradicts_exact(const ComparisonRow& row) {
  return row.exact_z && std::abs(*row.exact_z) > kMostStandardErrors;
}

bool may_be_best(const ComparisonRow& row, bool rests_on_chains) {
  if (row.diverged > 0 || row.failed > 0 || row.has_long_steps || row.silent > 0) return false;
  return record::may_be_chosen(rests_on_chains, row.chains);
}

bool is_eligible(const Comparison& comparison, std::size_t row, std::size_t metric) {
  const Estimate& e = comparison.rows[row].estimates[metric];
  return e.n > 0 && e.non_finite == 0 &&
         may_be_best(comparison.rows[row], rests_on_chains(comparison.metrics[metric]));
}

Comparison compare(const record::StudyRuns& runs, const CompareRequest& request) {
  return compare_settings(runs, settings_of(runs, request.by, request.over));
}

Comparison compare_settings(const record::StudyRuns& runs, const Settings& settings) {
  Comparison result;
  for (const std::size_t axis : settings.by) result.by.push_back(runs.axes[axis]);
  result.constants = settings.constants;
  result.metrics = runs.metrics;
  for (std::size_t m = 0; m < result.metrics.size(); ++m) {
    result.metrics[m].scale = settings.scales[m];
  }
  Reach reach(kLevel);
  result.rows.reserve(settings.all.size());
  for (const Setting& setting : settings.all) {
    result.rows.push_back(summarize(setting, settings.scales, reach));
    result.rows.back().exact_z = distance_from_exact(setting, result.metrics);
  }
  mark_best(settings, result);
  return result;
}

}  // namespace skald::report
