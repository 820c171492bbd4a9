#include "charts/at_cost.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "charts/recorded_points.hpp"
#include "report/chart/curve_chart.hpp"
#include "system/exit_code.hpp"

namespace skald {
namespace {

double number_in(const report::Condition& cost) {
  if (const auto* integer = std::get_if<std::int64_t>(&cost.value)) {
    return static_cast<double>(*integer);
  }
  const auto* real = std::get_if<double>(&cost.value);
  return real ? *real : std::numeric_limits<double>::quiet_NaN();
}

// Reads the values of one metric.
class ValuesAt {
 public:
  ValuesAt(const store::StoreReader& reader, const std::string& metric,
           const report::Condition& cost)
      : points_(reader, metric, cost.name, ""), cost_(cost), at_(number_in(cost)) {}

  // Returns NaN if the run has no value there.
  double of(std::int64_t run) {
    std::vector<report::RecordedPoint> points = points_.of(run);
    std::erase_if(points, [](const auto& point) { return std::isnan(point.x); });
    if (points.empty()) return std::numeric_limits<double>::quiet_NaN();
    is_recorded_ = is_recorded_ || points.size() > 1;
    const bool rises = std::is_sorted(points.begin(), points.end(),
                                      [](const auto& a, const auto& b) { return a.x < b.x; });
    if (!rises) {
      throw UsageError("--at: found " + cost_.name +
                       ", which falls along a run, expected a cost, such as bits_up");
    }
    has_ended_before_ = points.back().x < at_;
    return report::interpolated(points, at_).y;
  }

  bool is_recorded() const { return is_recorded_; }
  bool has_ended_before() const { return has_ended_before_; }  // the run that was read last

 private:
  RecordedPoints points_;
  const report::Condition& cost_;
  double at_;
  bool is_recorded_ = false, has_ended_before_ = false;
};

}  // namespace

report::Condition parse_cost(const std::string& text) {
  try {
    const report::Condition cost = report::parse_condition(text);
    if (cost.comparison == report::Operator::equal && std::isfinite(number_in(cost))) return cost;
  } catch (const std::invalid_argument&) {
    // The message below says what is expected.
  }
  throw UsageError("--at: found \"" + text +
                   "\", expected a cost and a number, as in \"bits_up = 2e5\"");
}

AtCost values_at_cost(const store::StoreReader& reader, record::StudyRuns runs,
                      const report::Condition& cost) {
  AtCost result;
  std::vector<bool> ended_before(runs.runs.size());
  record::StudyRuns at = runs;
  at.metrics.clear();
  for (auto& run : at.runs) run.metrics.clear();
  for (std::size_t m = 0; m < runs.metrics.size(); ++m) {
    ValuesAt values(reader, runs.metrics[m].name, cost);
    std::vector<double> column;
    column.reserve(runs.runs.size());
    for (std::size_t r = 0; r < runs.runs.size(); ++r) {
      const bool is_ok = runs.runs[r].status == record::RunStatus::ok;
      column.push_back(is_ok ? values.of(runs.runs[r].id)
                             : std::numeric_limits<double>::quiet_NaN());
      if (is_ok && values.has_ended_before()) ended_before[r] = true;
    }
    if (!values.is_recorded()) {
      result.unrecorded.push_back(runs.metrics[m].name);
      continue;
    }
    at.metrics.push_back(runs.metrics[m]);
    for (std::size_t r = 0; r < column.size(); ++r) at.runs[r].metrics.push_back(column[r]);
  }
  if (at.metrics.empty() && !runs.runs.empty()) {
    throw UsageError("--at: no run recorded " + cost.name +
                     " along its length, with the metrics to compare; name it in the grid's "
                     "metrics");
  }
  result.runs = std::move(at);
  result.ended_before =
      static_cast<std::size_t>(std::count(ended_before.begin(), ended_before.end(), true));
  return result;
}

std::vector<std::string> at_cost_notes(const AtCost& at, const report::Condition& cost) {
  std::vector<std::string> notes;
  if (at.ended_before > 0) {
    notes.push_back(fmt::format("{} runs have ended before {}: they have no value there",
                                at.ended_before, report::condition_text(cost)));
  }
  if (!at.unrecorded.empty()) {
    notes.push_back(fmt::format("not recorded along the runs: {}", fmt::join(at.unrecorded, ", ")));
  }
  return notes;
}

}  // namespace skald
