#include "charts/at_cost.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "charts/recorded_points.hpp"
#include "report/chart/recorded_point.hpp"
#include "report/settings.hpp"
#include "system/exit_code.hpp"

namespace skald {
namespace {

// Reads the values of one metric.
class ValuesAt {
 public:
  ValuesAt(const store::StoreReader& reader, const std::string& metric,
           const report::Condition& cost)
      : points_(reader, metric, cost.name, ""),
        is_averaged_(report::is_averaged(metric)),
        cost_(cost),
        at_(report::number_in(cost.value).value()) {}

  // Returns NaN if the run has no value there.
  double of(const record::StudyRuns::Run& run) {
    std::vector<report::RecordedPoint> points = points_.of(run.id);
    std::erase_if(points, [](const auto& point) { return std::isnan(point.x); });
    if (points.empty()) return report::kNotANumber;
    is_recorded_ = is_recorded_ || points.size() > 1;
    const bool rises = std::is_sorted(points.begin(), points.end(),
                                      [](const auto& a, const auto& b) { return a.x < b.x; });
    if (!rises) {
      throw UsageError("--at: found " + cost_.name +
                       ", which falls along a run, expected a cost, such as bits_up");
    }
    has_ended_before_ = points.back().x < at_;
    is_before_restart_ = false;
    if (is_averaged_ && run.restart) leave_out_restart(*run.restart, points);
    return report::interpolated(points, at_).y;
  }

  bool is_recorded() const { return is_recorded_; }
  // Of the run that was read last: whether it has spent less, and whether its averages there are
  // those of its burn-in.
  bool has_ended_before() const { return has_ended_before_; }
  bool is_before_restart() const { return is_before_restart_; }

 private:
  // Before averages start anew, a value is that of the burn-in, up to where they do.
  void leave_out_restart(std::int64_t restart, std::vector<report::RecordedPoint>& points) {
    const auto after = std::find_if(points.begin(), points.end(), [restart](const auto& point) {
      return point.iteration > restart;
    });
    is_before_restart_ = after != points.end() && at_ < after->x;
    if (is_before_restart_ && after != points.begin()) after->y = std::prev(after)->y;
  }

  RecordedPoints points_;
  bool is_averaged_;
  const report::Condition& cost_;
  double at_;
  bool is_recorded_ = false, has_ended_before_ = false, is_before_restart_ = false;
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
  for (std::size_t m = 0; m < at.metrics.size(); ++m) {
    ValuesAt values(reader, at.metrics[m].name, cost);
    for (std::size_t r = 0; r < at.runs.size(); ++r) {
      const bool is_ok = at.runs[r].status == record::RunStatus::ok;
      at.runs[r].metrics[m] = is_ok ? values.of(at.runs[r]) : report::kNotANumber;
      if (is_ok && values.has_ended_before()) ended_before[r] = true;
      if (is_ok && values.is_before_restart()) before_restart[r] = true;
    }
    values.is_recorded() ? recorded.push_back(m) : result.unrecorded.push_back(at.metrics[m].name);
  }
  if (recorded.empty() && !at.runs.empty()) {
    throw UsageError("--at: no run recorded " + cost.name +
                     " along its length, with the metrics to compare; name it in the grid's "
                     "metrics");
  }
  at = report::with_metrics(std::move(at), recorded);
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
    notes.push_back(fmt::format("{} runs have ended before {}: they have no value there",
                                at.ended_before, report::condition_text(cost)));
  }
  if (at.before_restart > 0) {
    notes.push_back(fmt::format("{} runs are in their burn-in at {}: their averages are of it",
                                at.before_restart, report::condition_text(cost)));
  }
  if (!at.unrecorded.empty()) {
    notes.push_back(fmt::format("not recorded along the runs: {}", fmt::join(at.unrecorded, ", ")));
  }
  return notes;
}

}  // namespace skald
