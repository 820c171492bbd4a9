#include "report/compare.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>

#include "record/costs.hpp"
#include "report/student_t.hpp"
#include "text/nearest.hpp"

namespace skald::report {
namespace {

using Key = std::vector<record::SqlValue>;

std::size_t axis_index(const record::StudyRuns& runs, const std::string& name) {
  const auto found = std::find(runs.axes.begin(), runs.axes.end(), name);
  if (found != runs.axes.end()) return static_cast<std::size_t>(found - runs.axes.begin());
  const auto near = text::nearest(name, runs.axes);
  throw std::invalid_argument("no axis \"" + name + "\" in this study" +
                              (near ? "; did you mean \"" + *near + "\"?" : ""));
}

std::vector<std::size_t> axis_indices(const record::StudyRuns& runs,
                                      const std::vector<std::string>& names) {
  std::vector<std::size_t> indices;
  indices.reserve(names.size());
  for (const auto& name : names) indices.push_back(axis_index(runs, name));
  return indices;
}

bool varies(const record::StudyRuns& runs, std::size_t axis) {
  return std::any_of(runs.runs.begin(), runs.runs.end(), [&](const record::StudyRuns::Run& run) {
    return run.axes[axis] != runs.runs.front().axes[axis];
  });
}

bool contains(const std::vector<std::size_t>& indices, std::size_t index) {
  return std::find(indices.begin(), indices.end(), index) != indices.end();
}

// Returns the axes that make the rows.
std::vector<std::size_t> row_axes(const record::StudyRuns& runs, const CompareRequest& request) {
  if (!request.by.empty()) return axis_indices(runs, request.by);
  const auto over = axis_indices(runs, request.over);
  std::vector<std::size_t> by;
  for (std::size_t axis = 0; axis < runs.axes.size(); ++axis) {
    if (varies(runs, axis) && !contains(over, axis)) by.push_back(axis);
  }
  return by;
}

Key select(const record::StudyRuns::Run& run, const std::vector<std::size_t>& axes) {
  Key key;
  for (const std::size_t axis : axes) key.push_back(run.axes[axis]);
  return key;
}

// Orders NULL before numbers, which are ordered by value, and numbers before text.
bool is_before(const record::SqlValue& a, const record::SqlValue& b) {
  const auto number = [](const record::SqlValue& value) -> std::optional<double> {
    if (const auto* i = std::get_if<std::int64_t>(&value)) return static_cast<double>(*i);
    if (const auto* r = std::get_if<double>(&value)) return *r;
    return std::nullopt;
  };
  const auto x = number(a);
  const auto y = number(b);
  return x && y ? *x < *y : a < b;
}

using Runs = std::vector<const record::StudyRuns::Run*>;

struct Group {
  Key by;
  Runs runs;
};

std::vector<Group> group_runs(const record::StudyRuns& runs, const std::vector<std::size_t>& by,
                              bool is_sorted) {
  std::map<Key, std::size_t> places;
  std::vector<Group> groups;
  for (const auto& run : runs.runs) {
    const Key key = select(run, by);
    const auto [place, is_new] = places.emplace(key, groups.size());
    if (is_new) groups.push_back({key, {}});
    groups[place->second].runs.push_back(&run);
  }
  if (is_sorted) {
    std::stable_sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) {
      return std::lexicographical_compare(a.by.begin(), a.by.end(), b.by.begin(), b.by.end(),
                                          is_before);
    });
  }
  return groups;
}

void require_no_silent_mean(const record::StudyRuns& runs, const std::vector<Group>& groups,
                            const std::vector<std::size_t>& by,
                            const std::vector<std::size_t>& over) {
  for (std::size_t axis = 0; axis < runs.axes.size(); ++axis) {
    if (contains(by, axis) || contains(over, axis)) continue;
    for (const auto& group : groups) {
      for (const auto* run : group.runs) {
        if (run->axes[axis] == group.runs.front()->axes[axis]) continue;
        throw std::invalid_argument("\"" + runs.axes[axis] +
                                    "\" varies within the rows asked for; add it to by, or to over "
                                    "to average over it");
      }
    }
  }
}

// Returns the runs of those replicates whose settings all ended ok. A setting is a point on the
// axes.
std::vector<Runs> complete_replicates(const Runs& runs) {
  std::set<Key> settings;
  std::map<std::int64_t, Runs> ok;
  for (const auto* run : runs) {
    settings.insert(run->axes);
    if (run->status == record::RunStatus::ok) ok[run->replicate].push_back(run);
  }
  std::vector<Runs> complete;
  for (auto& [replicate, of_it] : ok) {
    if (of_it.size() == settings.size()) complete.push_back(std::move(of_it));
  }
  return complete;
}

double mean_of(const Runs& runs, std::size_t metric) {
  double sum = 0;
  for (const auto* run : runs) sum += run->metrics[metric];
  return sum / static_cast<double>(runs.size());
}

bool is_finite(const Runs& runs, std::size_t metric) {
  return std::all_of(runs.begin(), runs.end(),
                     [&](const auto* run) { return std::isfinite(run->metrics[metric]); });
}

// Whether all runs that ended ok have the value +inf.
bool is_infinite(const Runs& runs, std::size_t metric) {
  const auto is_other = [&](const auto* run) {
    return run->status == record::RunStatus::ok &&
           run->metrics[metric] != std::numeric_limits<double>::infinity();
  };
  return std::none_of(runs.begin(), runs.end(), is_other);
}

// The half width of an interval in standard errors, by its degrees of freedom. Values are cached,
// since most rows of a study have the same degrees.
class Reach {
 public:
  explicit Reach(double level) : level_(level) {}
  double operator()(std::size_t degrees) {
    const auto [place, is_new] = known_.try_emplace(degrees);
    if (is_new) {
      place->second = student_t_quantile(static_cast<double>(degrees), 0.5 + 0.5 * level_);
    }
    return place->second;
  }

 private:
  double level_;
  std::map<std::size_t, double> known_;
};

Estimate estimate(const Runs& runs, const std::vector<Runs>& replicates, std::size_t metric,
                  Reach& reach) {
  Estimate result;
  for (const auto* run : runs) {
    result.non_finite +=
        run->status == record::RunStatus::ok && !std::isfinite(run->metrics[metric]);
  }
  std::vector<double> values;
  for (const Runs& replicate : replicates) {
    if (is_finite(replicate, metric)) values.push_back(mean_of(replicate, metric));
  }
  result.n = static_cast<std::int64_t>(values.size());
  if (result.non_finite > 0 && is_infinite(runs, metric)) {
    result.mean = std::numeric_limits<double>::infinity();
  }
  if (values.empty()) return result;
  const double n = static_cast<double>(values.size());
  double sum = 0;
  for (const double value : values) sum += value;
  result.mean = sum / n;
  result.min = *std::min_element(values.begin(), values.end());
  result.max = *std::max_element(values.begin(), values.end());
  if (values.size() < 2) return result;
  double squares = 0;
  for (const double value : values) squares += (value - result.mean) * (value - result.mean);
  result.sd = std::sqrt(squares / (n - 1));
  result.half_width = reach(values.size() - 1) * result.sd / std::sqrt(n);
  return result;
}

ComparisonRow summarize_group(const Group& group, std::size_t metrics, Reach& reach) {
  ComparisonRow row;
  row.by = group.by;
  row.runs = static_cast<std::int64_t>(group.runs.size());
  for (const auto* run : group.runs) {
    row.diverged += run->status == record::RunStatus::diverged;
    row.failed += !record::is_result(run->status);
  }
  const std::vector<Runs> replicates = complete_replicates(group.runs);
  row.n = static_cast<std::int64_t>(replicates.size());
  for (std::size_t m = 0; m < metrics; ++m) {
    row.estimates.push_back(estimate(group.runs, replicates, m, reach));
  }
  return row;
}

bool is_eligible(const ComparisonRow& row, std::size_t metric) {
  const Estimate& e = row.estimates[metric];
  return e.n > 0 && e.non_finite == 0 && row.diverged == 0 && row.failed == 0;
}

std::optional<std::size_t> best_row(const Comparison& comparison, std::size_t metric) {
  const record::Better better = comparison.metrics[metric].better;
  if (better == record::Better::none || record::is_cost(comparison.metrics[metric].name))
    return std::nullopt;
  const double sign = better == record::Better::up ? 1 : -1;
  std::optional<std::size_t> best;
  for (std::size_t r = 0; r < comparison.rows.size(); ++r) {
    if (!is_eligible(comparison.rows[r], metric)) continue;
    const auto mean = [&](std::size_t row) {
      return sign * comparison.rows[row].estimates[metric].mean;
    };
    if (!best || mean(r) > mean(*best)) best = r;
  }
  return best;
}

// Whether leaving this axis out of `by` would merge no rows: all runs that have the axis have the
// same value.
bool says_nothing(const record::StudyRuns& runs, const std::vector<std::size_t>& by,
                  std::size_t axis) {
  std::set<record::SqlValue> values;
  for (const auto& run : runs.runs) {
    if (!std::holds_alternative<std::monostate>(run.axes[axis])) values.insert(run.axes[axis]);
  }
  if (values.size() != 1) return false;
  std::vector<std::size_t> others = by;
  std::erase(others, axis);
  return group_runs(runs, others, false).size() == group_runs(runs, by, false).size();
}

// Returns the only value of an axis for which says_nothing() holds; NULL if no run has one.
record::SqlValue only_value(const record::StudyRuns& runs, std::size_t axis) {
  for (const auto& run : runs.runs) {
    if (!std::holds_alternative<std::monostate>(run.axes[axis])) return run.axes[axis];
  }
  return {};
}

// Returns the axes of the rows, without those that nobody named and that tell no rows apart.
std::vector<std::size_t> shown_axes(const record::StudyRuns& runs, const CompareRequest& request) {
  std::vector<std::size_t> by = row_axes(runs, request);
  if (!request.by.empty()) return by;
  for (const std::size_t axis : std::vector<std::size_t>(by)) {
    if (says_nothing(runs, by, axis)) std::erase(by, axis);
  }
  return by;
}

}  // namespace

Comparison compare(const record::StudyRuns& runs, const CompareRequest& request) {
  if (!(request.level > 0 && request.level < 1)) {
    throw std::invalid_argument("the level of an interval must lie in (0, 1)");
  }
  const auto by = shown_axes(runs, request);
  const auto over = axis_indices(runs, request.over);
  const auto groups = group_runs(runs, by, !request.by.empty());
  require_no_silent_mean(runs, groups, by, over);

  Comparison result;
  for (const std::size_t axis : by) result.by.push_back(runs.axes[axis]);
  result.metrics = runs.metrics;
  for (std::size_t axis = 0; axis < runs.axes.size(); ++axis) {
    if (contains(by, axis) || contains(over, axis)) continue;
    const record::SqlValue value = only_value(runs, axis);
    if (!std::holds_alternative<std::monostate>(value)) {
      result.constants.emplace_back(runs.axes[axis], value);
    }
  }
  Reach reach(request.level);
  for (const auto& group : groups) {
    result.rows.push_back(summarize_group(group, runs.metrics.size(), reach));
  }
  for (std::size_t m = 0; m < result.metrics.size(); ++m) {
    result.best.push_back(best_row(result, m));
  }
  return result;
}

}  // namespace skald::report
