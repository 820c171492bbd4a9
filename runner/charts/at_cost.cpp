#include "charts/at_cost.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "charts/recorded_points.hpp"
#include "report/chart/chart_request.hpp"
#include "report/settings.hpp"
#include "system/exit_code.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

// What a run has of a metric where it has spent so much.
struct ValueThere {
  double value = kNotANumber;
  std::int64_t iteration = 0;      // of the last record before it
  bool has_ended_before = false;   // it has spent less
  bool is_before_restart = false;  // an average there is that of the burn-in
};

// Reads the values of one metric.
class ValuesAt {
 public:
  ValuesAt(const store::StoreReader& reader, const std::string& metric,
           const report::Condition& cost)
      : points_(reader, metric, cost.name, ""),
        metric_(metric),
        cost_(cost),
        at_(report::number_in(cost.value).value()) {}

  ValueThere of(const record::StudyRuns::Run& run) {
    std::vector<report::RecordedPoint> points = points_.of(run.id);
    std::erase_if(points, [](const auto& point) { return std::isnan(point.x); });
    if (points.empty()) return {};
    is_recorded_ = is_recorded_ || points.size() > 1;
    const bool rises = std::is_sorted(points.begin(), points.end(),
                                      [](const auto& a, const auto& b) { return a.x < b.x; });
    if (!rises) {
      throw UsageError("--at: found " + cost_.name +
                       ", which falls along a run, expected a cost, such as bits_up");
    }
    ValueThere there{.has_ended_before = points.back().x < at_};
    if (const auto restart = report::restart_of(run, metric_))
      there.is_before_restart = leave_out_restart(*restart, points);
    for (const auto& point : points) {
      if (point.x <= at_) there.iteration = point.iteration;
    }
    there.value = report::interpolated(points, at_).y;
    return there;
  }

  bool is_recorded() const { return is_recorded_; }

 private:
  // Before averages start anew, a value is that of the burn-in, up to where they do. Returns
  // whether that is the value here.
  bool leave_out_restart(std::int64_t restart, std::vector<report::RecordedPoint>& points) const {
    const auto after = std::find_if(points.begin(), points.end(), [restart](const auto& point) {
      return point.iteration > restart;
    });
    const bool is_before = after != points.end() && at_ < after->x;
    if (is_before && after != points.begin()) after->y = std::prev(after)->y;
    return is_before;
  }

  RecordedPoints points_;
  const std::string& metric_;
  const report::Condition& cost_;
  double at_;
  bool is_recorded_ = false;
};

}  // namespace

report::Condition parse_cost(const std::string& text) {
  try {
    const report::Condition cost = report::parse_condition(text);
    const auto number = report::number_in(cost.value);
    if (cost.comparison == report::Operator::equal && number && std::isfinite(*number)) return cost;
  } catch (const std::invalid_argument&) {
    // The message below says what is expected.
  }
  throw UsageError("--at: found \"" + text +
                   "\", expected a cost and a number, as in \"bits_up = 2e5\"");
}

AtCost values_at_cost(const store::StoreReader& reader, record::StudyRuns runs,
                      const report::Condition& cost) {
  AtCost result{std::move(runs), {}};
  record::StudyRuns& at = result.runs;
  std::vector<bool> ended_before(at.runs.size()), before_restart(at.runs.size());
  std::vector<std::size_t> recorded;
  std::vector<std::int64_t> reached(at.runs.size());
  for (std::size_t m = 0; m < at.metrics.size(); ++m) {
    ValuesAt values(reader, at.metrics[m].name, cost);
    for (std::size_t r = 0; r < at.runs.size(); ++r) {
      const bool is_ok = at.runs[r].status == record::RunStatus::ok;
      const ValueThere there = is_ok ? values.of(at.runs[r]) : ValueThere{};
      at.runs[r].metrics[m] = there.value;
      reached[r] = std::max(reached[r], there.iteration);
      if (there.has_ended_before) ended_before[r] = true;
      if (there.is_before_restart) before_restart[r] = true;
    }
    values.is_recorded() ? recorded.push_back(m) : result.unrecorded.push_back(at.metrics[m].name);
  }
  if (recorded.empty() && !at.runs.empty()) {
    throw UsageError("--at: no run recorded " + cost.name +
                     " along its length, with the metrics to compare; name it in the grid's "
                     "metrics");
  }
  at = report::with_metrics(std::move(at), recorded);
  for (std::size_t r = 0; r < at.runs.size(); ++r) {
    if (at.runs[r].chains) at.runs[r].chains = reader.diagnosis_at({at.runs[r].id, reached[r]});
  }
  const auto count = [](const std::vector<bool>& those) {
    return static_cast<std::size_t>(std::count(those.begin(), those.end(), true));
  };
  result.ended_before = count(ended_before);
  result.before_restart = count(before_restart);
  return result;
}

std::vector<std::string> at_cost_notes(const AtCost& at, const report::Condition& cost) {
  std::vector<std::string> notes;
  if (at.ended_before > 0) {
    notes.push_back(fmt::format("{} ended before {}: no value there",
                                text::counted(at.ended_before, "run has", "runs have"),
                                report::condition_text(cost)));
  }
  if (at.before_restart > 0) {
    notes.push_back(fmt::format("{} in the burn-in at {}: their averages are of it",
                                text::counted(at.before_restart, "run is", "runs are"),
                                report::condition_text(cost)));
  }
  if (!at.unrecorded.empty()) {
    notes.push_back(fmt::format("not recorded along the runs: {}", fmt::join(at.unrecorded, ", ")));
  }
  return notes;
}

}  // namespace skald
