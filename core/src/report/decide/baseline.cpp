#include "report/decide/baseline.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include "report/comparison_table.hpp"
#include "report/decide/competition.hpp"
#include "report/estimate.hpp"
#include "text/number_text.hpp"

namespace skald::report {
namespace {

using Rows = std::vector<std::size_t>;

constexpr const char* kTimes = "\xc3\x97";  // U+00D7 in UTF-8

bool has_index(const std::vector<std::size_t>& all, std::size_t one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

bool is_missing(const record::SqlValue& value) {
  return std::holds_alternative<std::monostate>(value);
}

std::vector<std::size_t> axes_of(const record::StudyRuns& runs, const Settings& settings,
                                 const std::vector<Condition>& conditions) {
  std::vector<std::size_t> axes;
  axes.reserve(conditions.size());
  for (const Condition& condition : conditions) {
    const std::size_t axis = axis_index(runs, condition.name);
    if (has_index(settings.over, axis)) {
      throw std::invalid_argument("baseline \"" + condition_text(condition) +
                                  "\": " + condition.name +
                                  " is averaged over; leave it out of the baseline or of over");
    }
    axes.push_back(axis);
  }
  return axes;
}

std::string list_of(const std::vector<std::string>& all) {
  constexpr std::size_t most = 5;
  std::string text;
  for (std::size_t i = 0; i < std::min(all.size(), most); ++i) {
    text += (i == 0 ? "(" : "; (") + all[i] + ")";
  }
  return all.size() > most ? text + "; and " + std::to_string(all.size() - most) + " more" : text;
}

// Returns the values that settings have on an axis, for a message.
std::string values_on(const Settings& settings, std::size_t axis) {
  std::vector<std::string> texts;
  for (const Setting& setting : settings.all) {
    const std::string text = format_value(setting.on(axis));
    if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
  }
  std::string list;
  for (std::size_t i = 0; i < std::min<std::size_t>(texts.size(), 10); ++i) {
    list += (i == 0 ? "" : ", ") + texts[i];
  }
  return texts.size() > 10 ? list + ", ..." : list;
}

Rows baselines(const Settings& settings, const std::vector<Condition>& conditions,
               const std::vector<std::size_t>& axes) {
  Rows rows;
  for (std::size_t r = 0; r < settings.all.size(); ++r) {
    bool is_baseline = true;
    for (std::size_t c = 0; c < conditions.size(); ++c) {
      is_baseline = is_baseline && holds(conditions[c], settings.all[r].on(axes[c]));
    }
    if (is_baseline) rows.push_back(r);
  }
  if (rows.empty()) {
    throw std::invalid_argument("baseline \"" + conditions_text(conditions) +
                                "\" selects no setting; " + conditions.front().name +
                                " has the values " + values_on(settings, axes.front()));
  }
  if (rows.size() == settings.all.size()) {
    throw std::invalid_argument("baseline \"" + conditions_text(conditions) +
                                "\" selects every setting, so that none is left to be compared "
                                "with it");
  }
  return rows;
}

// Whether the values on `axes` determine that on `axis`, as where both vary together (axes of a
// grid in one object): a setting and its counterpart differ on both.
bool follows_from(const Settings& settings, const std::vector<std::size_t>& axes,
                  std::size_t axis) {
  std::map<std::vector<record::SqlValue>, record::SqlValue> known;
  for (const Setting& setting : settings.all) {
    std::vector<record::SqlValue> given;
    for (const std::size_t each : axes) given.push_back(setting.on(each));
    const auto [place, is_new] = known.try_emplace(std::move(given), setting.on(axis));
    if (place->second != setting.on(axis)) return false;
  }
  return known.size() > 1;
}

// How closely the other axes of two settings must agree for a comparison.
enum class Fit { same, where_baseline_has, where_both_have };

class Matcher {
 public:
  Matcher(const record::StudyRuns& runs, const Settings& settings,
          const std::vector<Condition>& conditions, const std::vector<std::size_t>& axes)
      : runs_(runs),
        settings_(settings),
        conditions_(conditions),
        baselines_(baselines(settings, conditions, axes)),
        problems_(
            group_numbers(competing_settings(settings, Yardstick::data), settings.all.size())) {
    for (std::size_t axis = 0; axis < runs.axes.size(); ++axis) {
      const bool is_free = !has_index(axes, axis) && !has_index(settings.over, axis);
      if (is_free && !follows_from(settings, axes, axis)) others_.push_back(axis);
    }
  }

  std::optional<std::size_t> baseline_of(std::size_t row) const {
    if (has_index(baselines_, row)) return row;
    Rows rivals;
    for (const std::size_t baseline : baselines_) {
      if (problems_[baseline] == problems_[row]) rivals.push_back(baseline);
    }
    if (baselines_.size() == 1 && rivals.size() == 1) return rivals.front();
    for (const Fit fit : {Fit::same, Fit::where_baseline_has, Fit::where_both_have}) {
      const Rows found = fitting(row, rivals, fit);
      if (found.size() > 1) refuse(row, found);
      if (!found.empty()) return found.front();
    }
    return std::nullopt;
  }

 private:
  Rows fitting(std::size_t row, const Rows& rivals, Fit fit) const {
    Rows found;
    for (const std::size_t baseline : rivals) {
      const bool fits = std::all_of(others_.begin(), others_.end(), [&](std::size_t axis) {
        const record::SqlValue& its = settings_.all[baseline].on(axis);
        const record::SqlValue& ours = settings_.all[row].on(axis);
        return its == ours || (fit != Fit::same && is_missing(its)) ||
               (fit == Fit::where_both_have && is_missing(ours));
      });
      if (fits) found.push_back(baseline);
    }
    return found;
  }

  std::string text_of(std::size_t row) const {
    std::vector<std::string> names;
    names.reserve(settings_.by.size());
    for (const std::size_t axis : settings_.by) names.push_back(runs_.axes[axis]);
    return setting_text(names, settings_.all[row].by);
  }

  [[noreturn]] void refuse(std::size_t row, const Rows& found) const {
    std::vector<std::string> candidates;
    candidates.reserve(found.size());
    for (const std::size_t baseline : found) candidates.push_back(text_of(baseline));
    throw std::invalid_argument(
        "baseline \"" + conditions_text(conditions_) + "\" is ambiguous: (" + text_of(row) +
        ") could be compared with " + list_of(candidates) +
        "; add a condition that selects one of them, as in \"" + conditions_text(conditions_) +
        ", " + difference_between(found) + "\"");
  }

  // Returns a condition that distinguishes the first candidate from the second.
  std::string difference_between(const Rows& found) const {
    for (const std::size_t axis : others_) {
      const record::SqlValue& value = settings_.all[found[0]].on(axis);
      if (value != settings_.all[found[1]].on(axis)) {
        return condition_text({runs_.axes[axis], Operator::equal, value});
      }
    }
    return conditions_.front().name + " = " +
           format_value(settings_.all[found[0]].on(axis_index(runs_, conditions_.front().name)));
  }

  const record::StudyRuns& runs_;
  const Settings& settings_;
  const std::vector<Condition>& conditions_;
  Rows baselines_;
  std::vector<std::size_t> problems_;  // of the settings
  std::vector<std::size_t> others_;    // axes without a condition
};

// None in metrics that measure against another target in the one than in the other.
std::vector<Difference> differences_of(const Setting& setting, const Setting& baseline,
                                       bool have_same_target,
                                       const std::vector<record::MetricRecord>& metrics,
                                       const std::vector<record::Scale>& scales, Reach& reach) {
  std::vector<Difference> differences;
  differences.reserve(metrics.size());
  for (std::size_t m = 0; m < metrics.size(); ++m) {
    if (!have_same_target && yardstick_of(metrics[m]) == Yardstick::target) {
      differences.emplace_back();
      continue;
    }
    const auto pairs = paired_differences(replicate_values(setting, m, scales[m]),
                                          replicate_values(baseline, m, scales[m]));
    differences.push_back(difference_of(pairs, scales[m], reach));
  }
  return differences;
}

// Whether both are private, and their guarantees are of unlike things.
bool have_unlike_guarantees(const Setting& a, const Setting& b) {
  const std::string& one = a.runs.front()->guarantee;
  const std::string& other = b.runs.front()->guarantee;
  return !one.empty() && !other.empty() && one != other;
}

// Formats a difference with its sign and the number of pairs that share it.
ReportCell difference_cell(const Difference& difference) {
  ReportCell cell = estimate_cell(difference.estimate);
  const Estimate& e = difference.estimate;
  if (e.n == 0) return cell;
  if (e.mean == (difference.is_ratio ? 1 : 0) && difference.same_sign == e.n) {
    cell.note = "equal";
    return cell;
  }
  if (difference.is_ratio) {
    cell.estimate->mean.insert(0, kTimes);
  } else if (e.mean >= 0) {
    cell.estimate->mean.insert(0, "+");
  }
  cell.note = std::to_string(difference.same_sign) + " of " + std::to_string(e.n);
  return cell;
}

ReportCell baseline_cell(const Comparison& comparison, std::size_t r, std::size_t metric) {
  const ComparisonRow& row = comparison.rows[r];
  ReportCell cell = metric_cell(comparison.metrics[metric], row.estimates[metric], row.n);
  cell.note = cell.note.empty() ? "baseline" : "baseline, " + cell.note;
  return cell;
}

}  // namespace

BaselineComparison compare_with_baseline(const record::StudyRuns& runs,
                                         const CompareRequest& request,
                                         const std::vector<Condition>& baseline, bool has_ratios) {
  const Settings settings = settings_of(runs, request.by, request.over);
  const Matcher matcher(runs, settings, baseline, axes_of(runs, settings, baseline));
  BaselineComparison result;
  result.comparison = compare_settings(runs, settings);
  Reach reach(kLevel);
  const std::vector<record::Scale> scales =
      has_ratios ? ratio_scales_of(runs)
                 : std::vector<record::Scale>(runs.metrics.size(), record::Scale::real);
  const std::vector<std::size_t> targets =
      group_numbers(competing_settings(settings, Yardstick::target), settings.all.size());
  std::size_t pairs = 0;
  for (std::size_t r = 0; r < settings.all.size(); ++r) {
    const auto other = matcher.baseline_of(r);
    result.baseline_of.push_back(other);
    result.differences.emplace_back();
    if (!other || *other == r) continue;
    ++pairs;
    result.unlike += have_unlike_guarantees(settings.all[r], settings.all[*other]);
    result.differences.back() =
        differences_of(settings.all[r], settings.all[*other], targets[r] == targets[*other],
                       runs.metrics, scales, reach);
  }
  if (pairs == 0) {
    throw std::invalid_argument(
        "baseline \"" + conditions_text(baseline) +
        "\": no other setting has the same data, partition and model, and is equal on the other "
        "axes, so that none can be compared with it; name axes that change none of these");
  }
  return result;
}

std::string unlike_note(const BaselineComparison& comparison) {
  if (comparison.unlike == 0) return "";
  return text::counted(static_cast<std::int64_t>(comparison.unlike), "setting has",
                       "settings have") +
         " another unit of privacy or another adversary than the baseline: their eps promise "
         "unlike "
         "things, and their noise pays for unlike promises";
}

ReportTable baseline_table(const BaselineComparison& result) {
  return metric_table(result.comparison, [&](std::size_t row, std::size_t metric) {
    if (result.baseline_of[row] == row) return baseline_cell(result.comparison, row, metric);
    return result.baseline_of[row] ? difference_cell(result.differences[row][metric])
                                   : value_cell({});
  });
}

record::ResultTable baseline_numbers(const BaselineComparison& result) {
  const Comparison& comparison = result.comparison;
  record::ResultTable table;
  table.columns = comparison.by;
  table.columns.insert(table.columns.end(), {"is_baseline", "baseline"});
  add_row_columns(table);
  for (const auto& metric : comparison.metrics) {
    add_estimate_columns(table, metric.name, {"_same_sign", "_is_ratio"}, "_difference");
  }
  for (std::size_t r = 0; r < comparison.rows.size(); ++r) {
    auto& cells = table.rows.emplace_back(comparison.rows[r].by);
    const auto& other = result.baseline_of[r];
    cells.push_back(std::int64_t{other == r});
    cells.push_back(other
                        ? record::SqlValue(setting_text(comparison.by, comparison.rows[*other].by))
                        : record::SqlValue());
    add_row_cells(cells, comparison.rows[r]);
    for (const Difference& d : result.differences[r]) {
      add_estimate_cells(cells, d.estimate, {d.same_sign, std::int64_t{d.is_ratio}});
    }
    cells.resize(table.columns.size());
  }
  return table;
}

}  // namespace skald::report
