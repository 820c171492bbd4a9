#include "database/study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "record/costs.hpp"
#include "report/chart/chart_request.hpp"
#include "report/decide/target.hpp"
#include "system/exit_code.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

std::vector<record::MetricRecord> cost_metrics(const store::StoreReader& reader,
                                               const std::vector<std::string>& names) {
  std::vector<record::MetricRecord> metrics;
  const auto known = reader.metrics();
  for (const Cost& cost : kCosts) {
    const bool is_chosen =
        names.empty() || std::find(names.begin(), names.end(), cost.name) != names.end();
    const auto metric = std::find_if(known.begin(), known.end(),
                                     [&](const auto& each) { return each.name == cost.name; });
    if (!is_chosen) continue;
    metrics.push_back(metric != known.end()
                          ? *metric
                          : record::MetricRecord{std::string(cost.name), "", "",
                                                 record::Better::down, record::Scale::count});
  }
  const bool has_time =
      names.empty() || std::find(names.begin(), names.end(), record::kWallSeconds) != names.end();
  if (has_time) {
    metrics.push_back(
        {std::string(record::kWallSeconds), "s", "", record::Better::down, record::Scale::count});
  }
  return metrics;
}

void require_costs(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (record::is_cost(name) || name == record::kWallSeconds) continue;
    std::vector<std::string_view> known;
    known.reserve(kCosts.size() + 1);
    for (const Cost& cost : kCosts) known.push_back(cost.name);
    known.push_back(record::kWallSeconds);
    throw UsageError(fmt::format("--metric: found \"{}\", expected with --target a cost: {}", name,
                                 fmt::join(known, ", ")));
  }
}

// Diverged and failed runs reach no target.
std::vector<std::optional<std::int64_t>> reached_by(const record::StudyRuns& runs,
                                                    const std::vector<record::Curve>& curves,
                                                    const report::Condition& target,
                                                    const std::optional<report::CurveMean>& mean) {
  const record::Better better = runs.metrics.front().better;
  std::vector<std::optional<std::int64_t>> reached(runs.runs.size());
  for (std::size_t r = 0; r < reached.size(); ++r) {
    if (runs.runs[r].status != record::RunStatus::ok) continue;
    const auto restart = report::restart_of(runs.runs[r], target.name);
    reached[r] = report::first_reached(
        mean ? report::running_mean(curves[r], mean->count, restart) : curves[r], target, better);
  }
  return reached;
}

}  // namespace

std::string study_called(const store::StoreReader& reader, const std::string& name) {
  if (!name.empty()) return name;
  const auto studies = reader.studies();
  if (studies.empty()) {
    throw UsageError("the database holds no study yet: run a grid into it first");
  }
  return studies.back();
}

std::vector<std::string> studies_called(const store::StoreReader& reader,
                                        const std::string& names) {
  const std::vector<std::string> known = reader.studies();
  const bool is_one = std::find(known.begin(), known.end(), names) != known.end();
  if (names.empty() || is_one) return {study_called(reader, names)};
  std::vector<std::string> studies;
  for (std::size_t begin = 0; begin <= names.size();) {
    const std::size_t end = std::min(names.find(',', begin), names.size());
    const std::string study = names.substr(begin, end - begin);
    if (std::find(studies.begin(), studies.end(), study) != studies.end())
      throw UsageError("--study: found \"" + study + "\" twice");
    studies.push_back(study);
    begin = end + 1;
  }
  return studies;
}

std::string listed_studies(const std::vector<std::string>& studies) {
  return fmt::format("{}", fmt::join(studies, ", "));
}

std::vector<report::Condition> conditions_of(const std::string& option, const std::string& text) {
  try {
    return report::parse_conditions(text);
  } catch (const std::invalid_argument& error) {
    throw UsageError(option + ": " + error.what());
  }
}

record::StudyRuns with_last_means(const store::StoreReader& reader, record::StudyRuns runs,
                                  std::size_t count) {
  std::size_t longest = 0;
  for (std::size_t m = 0; m < runs.metrics.size(); ++m) {
    if (record::is_cost(runs.metrics[m].name)) continue;
    auto curves = reader.curves(runs, runs.metrics[m].name);
    for (std::size_t r = 0; r < curves.size(); ++r) {
      const auto restart = report::restart_of(runs.runs[r], runs.metrics[m].name);
      const auto curve = report::after_restart(std::move(curves[r]), restart);
      longest = std::max(longest, curve.size());
      runs.runs[r].metrics[m] = report::last_mean(curve, count);
    }
  }
  if (longest >= count || runs.runs.empty()) return runs;
  throw UsageError(
      fmt::format("--average: found {}, expected at most {}: so many a run has "
                  "recorded behind its burn-in; a lower run.record_every in the grid records more",
                  text::counted(count, "value"), longest));
}

record::StudyRuns until_target(const store::StoreReader& reader,
                               const std::vector<std::string>& studies,
                               const report::Condition& target,
                               const std::optional<report::CurveMean>& mean,
                               const std::vector<std::string>& costs) {
  require_costs(costs);
  record::StudyRuns runs = reader.runs_of_studies(studies, std::vector{target.name});
  const std::vector<record::Curve> curves = reader.curves(runs, target.name);
  const bool is_recorded =
      std::any_of(curves.begin(), curves.end(), [](const auto& curve) { return !curve.empty(); });
  if (!runs.runs.empty() && !is_recorded) {
    throw UsageError("--target: no run recorded \"" + target.name +
                     "\" along its length; name it in the grid's metrics");
  }
  const auto reached = reached_by(runs, curves, target, mean);
  std::vector<record::RunMoment> moments;
  for (std::size_t r = 0; r < reached.size(); ++r) {
    if (reached[r]) moments.push_back({runs.runs[r].id, *reached[r]});
  }
  const auto metrics = cost_metrics(reader, costs);
  return report::runs_until(std::move(runs), reached, metrics, reader.values_at(moments, metrics));
}

}  // namespace skald
