#include "report/chart/setting_filter.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>

#include "report/compare.hpp"
#include "report/decide/competition.hpp"
#include "report/settings.hpp"

namespace skald::report {
namespace {

constexpr std::string_view kReplicate = "replicate";

bool has_axis(const record::StudyRuns& runs, std::string_view name) {
  return std::find(runs.axes.begin(), runs.axes.end(), name) != runs.axes.end();
}

// Keeps the settings whose means of the metric fulfil the condition.
void keep_settings(record::StudyRuns& runs, std::size_t metric, const Condition& condition,
                   const std::vector<std::string>& over) {
  std::set<const record::StudyRuns::Run*> dropped;
  const Settings settings = settings_of(runs, {}, over);
  const Comparison comparison = compare_settings(runs, settings);
  for (std::size_t r = 0; r < settings.all.size(); ++r) {
    const double mean = mean_of_all(settings.all[r], metric, comparison.rows[r].estimates[metric]);
    if (holds(condition, judged(mean, runs.metrics[metric].better))) continue;
    dropped.insert(settings.all[r].runs.begin(), settings.all[r].runs.end());
  }
  std::vector<record::StudyRuns::Run> kept;
  for (record::StudyRuns::Run& run : runs.runs) {
    if (!dropped.contains(&run)) kept.push_back(std::move(run));
  }
  runs.runs = std::move(kept);
}

void keep_runs(record::StudyRuns& runs, const Condition& condition,
               const std::vector<std::string>& over) {
  const auto metric = metric_index(runs, condition.name);
  if (metric && !has_axis(runs, condition.name)) {
    return keep_settings(runs, *metric, condition, over);
  }
  const bool is_axis = condition.name != kReplicate || has_axis(runs, kReplicate);
  const std::size_t axis = is_axis ? axis_index(runs, condition.name) : 0;
  std::erase_if(runs.runs, [&](const record::StudyRuns::Run& run) {
    return !holds(condition, is_axis ? run.axes[axis] : record::SqlValue(run.replicate));
  });
}

}  // namespace

record::StudyRuns filter_runs(record::StudyRuns runs, const std::vector<Condition>& conditions,
                              const std::vector<std::string>& over) {
  for (const Condition& condition : conditions) keep_runs(runs, condition, over);
  return runs;
}

}  // namespace skald::report
