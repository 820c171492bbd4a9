#include "report/chart/setting_filter.hpp"

#include <algorithm>
#include <string_view>

#include "report/settings.hpp"

namespace skald::report {
namespace {

constexpr std::string_view kReplicate = "replicate";

void keep_runs(record::StudyRuns& runs, const Condition& condition) {
  const bool is_axis = condition.name != kReplicate ||
                       std::find(runs.axes.begin(), runs.axes.end(), kReplicate) != runs.axes.end();
  const std::size_t axis = is_axis ? axis_index(runs, condition.name) : 0;
  std::erase_if(runs.runs, [&](const record::StudyRuns::Run& run) {
    return !holds(condition, is_axis ? run.axes[axis] : record::SqlValue(run.replicate));
  });
}

}  // namespace

record::StudyRuns filter_runs(record::StudyRuns runs, const std::vector<Condition>& conditions) {
  for (const Condition& condition : conditions) keep_runs(runs, condition);
  return runs;
}

}  // namespace skald::report
