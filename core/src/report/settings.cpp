#include "report/settings.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "report/estimate.hpp"
#include "report/table_writer.hpp"
#include "text/nearest.hpp"

namespace skald::report {
namespace {

using Key = std::vector<std::size_t>;
using Axes = std::vector<std::size_t>;

// The distinct points of the runs on all axes. Values of an axis are numbered, with 0 for unset.
struct Points {
  std::vector<Key> values;           // of each point, one number per axis
  std::vector<std::size_t> of_runs;  // the point of each run
};

Points points_of(const record::StudyRuns& runs) {
  Points points;
  std::vector<std::map<record::SqlValue, std::size_t>> numbers(
      runs.axes.size(), std::map<record::SqlValue, std::size_t>{{record::SqlValue(), 0}});
  std::map<Key, std::size_t> known;
  const record::StudyRuns::Run* last = nullptr;
  for (const record::StudyRuns::Run& run : runs.runs) {
    if (last != nullptr && last->axes == run.axes) {  // replicates of a cell are adjacent
      points.of_runs.push_back(points.of_runs.back());
      continue;
    }
    last = &run;
    Key key(runs.axes.size());
    for (std::size_t axis = 0; axis < key.size(); ++axis) {
      key[axis] = numbers[axis].emplace(run.axes[axis], numbers[axis].size()).first->second;
    }
    const auto [place, is_new] = known.emplace(key, points.values.size());
    if (is_new) points.values.push_back(std::move(key));
    points.of_runs.push_back(place->second);
  }
  return points;
}

// The row of each point. Rows are numbered in the order of their first points.
struct GroupedRows {
  std::vector<std::size_t> of_points;
  std::size_t count = 0;
};

GroupedRows rows_by(const Points& points, const Axes& by) {
  GroupedRows rows;
  std::map<Key, std::size_t> known;
  rows.of_points.reserve(points.values.size());
  Key key(by.size());
  for (const Key& point : points.values) {
    for (std::size_t i = 0; i < by.size(); ++i) key[i] = point[by[i]];
    rows.of_points.push_back(known.emplace(key, known.size()).first->second);
  }
  rows.count = known.size();
  return rows;
}

std::vector<std::size_t> axis_indices(const record::StudyRuns& runs,
                                      const std::vector<std::string>& names) {
  std::vector<std::size_t> indices;
  indices.reserve(names.size());
  for (const auto& name : names) indices.push_back(axis_index(runs, name));
  return indices;
}

bool has_axis(const Axes& indices, std::size_t index) {
  return std::find(indices.begin(), indices.end(), index) != indices.end();
}

bool varies(const Points& points, std::size_t axis) {
  return std::any_of(points.values.begin(), points.values.end(),
                     [&](const Key& point) { return point[axis] != points.values.front()[axis]; });
}

bool has_one_value(const Points& points, std::size_t axis) {
  std::size_t value = 0;
  for (const Key& point : points.values) {
    if (point[axis] == 0 || point[axis] == value) continue;
    if (value != 0) return false;
    value = point[axis];
  }
  return value != 0;
}

// Returns whether `by` distinguishes as many rows without this axis, which has a single value
// wherever it is set.
bool is_redundant(const Points& points, const Axes& by, std::size_t axis) {
  if (!has_one_value(points, axis)) return false;
  Axes others = by;
  std::erase(others, axis);
  return rows_by(points, others).count == rows_by(points, by).count;
}

// Returns the axes that distinguish rows, for requests that name none.
Axes telling_axes(const record::StudyRuns& runs, const Points& points, const Axes& over) {
  Axes by;
  for (std::size_t axis = 0; axis < runs.axes.size(); ++axis) {
    if (varies(points, axis) && !has_axis(over, axis)) by.push_back(axis);
  }
  for (const std::size_t axis : Axes(by)) {
    if (is_redundant(points, by, axis)) std::erase(by, axis);
  }
  return by;
}

void require_no_silent_mean(const record::StudyRuns& runs, const Points& points,
                            const GroupedRows& rows, const Settings& settings) {
  for (std::size_t axis = 0; axis < runs.axes.size(); ++axis) {
    if (has_axis(settings.by, axis) || has_axis(settings.over, axis)) continue;
    std::vector<const Key*> first(rows.count, nullptr);
    for (std::size_t p = 0; p < points.values.size(); ++p) {
      const Key*& known = first[rows.of_points[p]];
      if (known == nullptr) known = &points.values[p];
      if ((*known)[axis] == points.values[p][axis]) continue;
      throw std::invalid_argument("\"" + runs.axes[axis] +
                                  "\" varies within the rows asked for; add it to by, or to over "
                                  "to average over it");
    }
  }
}

// "0.02, 0.5"
std::string listed(const std::set<record::SqlValue>& values) {
  std::string text;
  for (const record::SqlValue& value : values) {
    text += (text.empty() ? "" : ", ") +
            (std::holds_alternative<std::monostate>(value) ? "unset" : format_value(value));
  }
  return text;
}

// "sampler=fald K=5"
std::string place_of(const record::StudyRuns& runs, const Settings& settings,
                     const Setting& setting) {
  std::string text;
  for (std::size_t i = 0; i < settings.by.size(); ++i) {
    if (std::holds_alternative<std::monostate>(setting.by[i])) continue;
    text +=
        (text.empty() ? "" : " ") + runs.axes[settings.by[i]] + "=" + format_value(setting.by[i]);
  }
  return text;
}

std::set<record::SqlValue> values_on(const Setting& setting, std::size_t axis) {
  std::set<record::SqlValue> values;
  for (const auto* run : setting.runs) values.insert(run->axes[axis]);
  return values;
}

// A mean over the values of an axis is compared with means over the same values alone. Settings on
// which the axis is unset throughout have none to average over.
void require_same_values(const record::StudyRuns& runs, const Settings& settings,
                         std::size_t axis) {
  const std::set<record::SqlValue> unset{record::SqlValue()};
  const Setting* first = nullptr;
  std::set<record::SqlValue> expected;
  for (const Setting& setting : settings.all) {
    std::set<record::SqlValue> values = values_on(setting, axis);
    if (values == unset || (first != nullptr && values == expected)) continue;
    if (first != nullptr) {
      throw std::invalid_argument(
          "\"" + runs.axes[axis] + "\" is averaged over, but " + place_of(runs, settings, *first) +
          " has " + listed(expected) + " and " + place_of(runs, settings, setting) + " has " +
          listed(values) + ", so that their means are of unlike things; compare the values that " +
          "all have, by a condition on " + runs.axes[axis] + ", or do not average over it");
    }
    first = &setting;
    expected = std::move(values);
  }
}

// Returns the single value that an axis has wherever it is set; NULL if it is nowhere set.
record::SqlValue only_value(const record::StudyRuns& runs, std::size_t axis) {
  for (const auto& run : runs.runs) {
    if (!std::holds_alternative<std::monostate>(run.axes[axis])) return run.axes[axis];
  }
  return {};
}

// An axis that is not asked for may still vary from row to row: it is no constant then.
void find_constants(const record::StudyRuns& runs, const Points& points, Settings& settings) {
  for (std::size_t axis = 0; axis < runs.axes.size(); ++axis) {
    if (has_axis(settings.by, axis) || has_axis(settings.over, axis)) continue;
    if (!has_one_value(points, axis)) continue;
    settings.constants.emplace_back(runs.axes[axis], only_value(runs, axis));
  }
}

// Finds the replicates of a setting that has `points` points.
void find_replicates(Setting& setting, std::size_t points) {
  std::map<std::int64_t, Runs> ok, ended;
  for (const auto* run : setting.runs) {
    if (run->status == record::RunStatus::ok) ok[run->replicate].push_back(run);
    if (record::is_result(run->status)) ended[run->replicate].push_back(run);
  }
  for (auto& [number, runs] : ok) {
    if (runs.size() == points) setting.complete.push_back({number, std::move(runs)});
  }
  setting.ended = std::count_if(ended.begin(), ended.end(),
                                [&](const auto& entry) { return entry.second.size() == points; });
}

void add_runs(const record::StudyRuns& runs, const Points& points, const GroupedRows& rows,
              Settings& settings) {
  settings.all.resize(rows.count);
  std::vector<std::size_t> sizes(rows.count);
  for (const std::size_t row : rows.of_points) ++sizes[row];
  for (std::size_t r = 0; r < runs.runs.size(); ++r) {
    settings.all[rows.of_points[points.of_runs[r]]].runs.push_back(&runs.runs[r]);
  }
  for (std::size_t s = 0; s < settings.all.size(); ++s) {
    Setting& setting = settings.all[s];
    for (const std::size_t axis : settings.by) setting.by.push_back(setting.on(axis));
    find_replicates(setting, sizes[s]);
  }
}

void sort_settings(std::vector<Setting>& all) {
  std::stable_sort(all.begin(), all.end(), [](const Setting& a, const Setting& b) {
    return std::lexicographical_compare(a.by.begin(), a.by.end(), b.by.begin(), b.by.end(),
                                        is_before);
  });
}

}  // namespace

std::size_t axis_index(const record::StudyRuns& runs, const std::string& name) {
  const auto found = std::find(runs.axes.begin(), runs.axes.end(), name);
  if (found != runs.axes.end()) return static_cast<std::size_t>(found - runs.axes.begin());
  const auto near = text::nearest(name, runs.axes);
  throw std::invalid_argument("no axis \"" + name + "\" in this study" +
                              (near ? "; did you mean \"" + *near + "\"?" : ""));
}

std::optional<std::size_t> metric_index(const record::StudyRuns& runs, std::string_view name) {
  const auto found = std::find_if(runs.metrics.begin(), runs.metrics.end(),
                                  [name](const auto& metric) { return metric.name == name; });
  if (found == runs.metrics.end()) return std::nullopt;
  return static_cast<std::size_t>(found - runs.metrics.begin());
}

record::StudyRuns with_metrics(record::StudyRuns runs, const std::vector<std::size_t>& metrics) {
  const auto chosen = [&metrics](const auto& all) {
    std::decay_t<decltype(all)> some;
    some.reserve(metrics.size());
    for (const std::size_t metric : metrics) some.push_back(all[metric]);
    return some;
  };
  runs.metrics = chosen(runs.metrics);
  for (record::StudyRuns::Run& run : runs.runs) run.metrics = chosen(run.metrics);
  return runs;
}

std::optional<double> number_in(const record::SqlValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return static_cast<double>(*integer);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return std::nullopt;
}

bool is_before(const record::SqlValue& a, const record::SqlValue& b) {
  const auto x = number_in(a), y = number_in(b);
  return x && y ? *x < *y : a < b;
}

std::string setting_text(const std::vector<std::string>& axes,
                         const std::vector<record::SqlValue>& values) {
  std::string text;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (std::holds_alternative<std::monostate>(values[i])) continue;
    text += (text.empty() ? "" : ", ") + axes[i] + " = " + format_value(values[i]);
  }
  return text;
}

Settings settings_of(const record::StudyRuns& runs, const std::vector<std::string>& by,
                     const std::vector<std::string>& over) {
  Settings settings;
  settings.scales = scales_of(runs);
  const Points points = points_of(runs);
  settings.over = axis_indices(runs, over);
  settings.by = by.empty() ? telling_axes(runs, points, settings.over) : axis_indices(runs, by);
  const GroupedRows rows = rows_by(points, settings.by);
  require_no_silent_mean(runs, points, rows, settings);
  add_runs(runs, points, rows, settings);
  for (const std::size_t axis : settings.over) require_same_values(runs, settings, axis);
  if (!by.empty()) sort_settings(settings.all);
  find_constants(runs, points, settings);
  return settings;
}

std::vector<ReplicateValue> replicate_values(const Setting& setting, std::size_t metric,
                                             record::Scale scale) {
  std::vector<ReplicateValue> values;
  values.reserve(setting.complete.size());
  for (const Replicate& replicate : setting.complete) {
    double sum = 0;
    for (const auto* run : replicate.runs) sum += on_scale(run->metrics[metric], scale);
    const double mean = sum / static_cast<double>(replicate.runs.size());
    if (std::isfinite(mean)) values.push_back({replicate.number, mean});
  }
  return values;
}

}  // namespace skald::report
