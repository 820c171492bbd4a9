#include "report/chart/dealt_settings.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "report/settings.hpp"

namespace skald::report {
namespace {

constexpr std::size_t kEasySeries = 8;  // per panel, when panels are chosen automatically
constexpr std::size_t kEasyPanels = 6;

// Returns the number of distinct combinations of values that the runs have on these axes.
std::size_t count_settings(const record::StudyRuns& runs, const std::vector<std::string>& by) {
  std::set<std::vector<record::SqlValue>> values;
  for (const auto& run : runs.runs) {
    std::vector<record::SqlValue> of_run;
    of_run.reserve(by.size());
    for (const auto& axis : by) of_run.push_back(run.axes[axis_index(runs, axis)]);
    values.insert(std::move(of_run));
  }
  return values.size();
}

// Returns an axis that splits many series over a few panels; "" if none is needed or suitable.
std::string natural_facet(const record::StudyRuns& runs, const std::vector<std::string>& by) {
  if (by.size() < 2 || count_settings(runs, by) <= kEasySeries) return "";
  std::string facet;
  std::size_t most = 1;
  for (const auto& axis : by) {
    const std::size_t count = values_of(runs, axis).size();
    if (count > most && count <= kEasyPanels) {
      most = count;
      facet = axis;
    }
  }
  return facet;
}

std::string panel_title(const std::string& axis, const record::SqlValue& value) {
  if (axis.empty()) return "";
  return setting_name({axis}, {value});
}

std::string counted(std::int64_t n, const std::string& what) {
  return std::to_string(n) + " " + what;
}

}  // namespace

bool is_finite_number(const record::SqlValue& value) {
  const auto number = number_in(value);
  return number && std::isfinite(*number);
}

double number_of(const record::SqlValue& value) { return number_in(value).value(); }

bool is_same(const record::SqlValue& a, const record::SqlValue& b) {
  return is_finite_number(a) && is_finite_number(b) ? number_of(a) == number_of(b) : a == b;
}

std::vector<record::SqlValue> values_of(const record::StudyRuns& runs, const std::string& axis) {
  const std::size_t index = axis_index(runs, axis);
  std::vector<record::SqlValue> values;
  std::set<record::SqlValue> seen;
  for (const auto& run : runs.runs) {
    if (seen.insert(run.axes[index]).second) values.push_back(run.axes[index]);
  }
  std::stable_sort(values.begin(), values.end(), [](const auto& a, const auto& b) {
    const bool are_texts =
        std::holds_alternative<std::string>(a) && std::holds_alternative<std::string>(b);
    return !are_texts && is_before(a, b);
  });
  values.erase(std::unique(values.begin(), values.end(), is_same), values.end());
  return values;
}

std::string longest_axis(const record::StudyRuns& runs, const std::vector<std::string>& axes) {
  std::string longest;
  std::pair<bool, std::size_t> most{false, 0};
  for (const auto& axis : axes) {
    const auto values = values_of(runs, axis);
    const auto numbers =
        static_cast<std::size_t>(std::count_if(values.begin(), values.end(), is_finite_number));
    const std::pair<bool, std::size_t> here{numbers > 1, values.size()};
    if (longest.empty() || here > most) {
      longest = axis;
      most = here;
    }
  }
  return longest;
}

std::vector<std::string> varying_axes(const record::StudyRuns& runs, const ChartRequest& request) {
  std::vector<std::string> names;
  for (const std::size_t axis : settings_of(runs, {}, request.over).by) {
    names.push_back(runs.axes[axis]);
  }
  return names;
}

ChartAxes choose_axes(const record::StudyRuns& runs, const ChartRequest& request,
                      const std::string& x) {
  ChartAxes axes{request.facet, request.by, x};
  if (axes.by.empty()) axes.by = varying_axes(runs, request);
  std::erase(axes.by, x);
  if (axes.facet.empty() && request.by.empty()) axes.facet = natural_facet(runs, axes.by);
  std::erase(axes.by, axes.facet);
  return axes;
}

DealtSettings deal(const record::StudyRuns& runs, const ChartRequest& request,
                   const ChartAxes& axes) {
  CompareRequest question{.by = {}, .over = request.over};
  if (!axes.facet.empty()) question.by.push_back(axes.facet);
  question.by.insert(question.by.end(), axes.by.begin(), axes.by.end());
  if (!axes.x.empty()) question.by.push_back(axes.x);
  Settings settings = settings_of(runs, question.by, question.over);
  DealtSettings dealt{compare(runs, settings, question.level), {}};
  dealt.rows.reserve(dealt.comparison.rows.size());
  for (std::size_t r = 0; r < dealt.comparison.rows.size(); ++r) {
    const ComparisonRow& row = dealt.comparison.rows[r];
    DealtRow place;
    auto value = row.by.begin();
    if (!axes.facet.empty() && value != row.by.end()) place.facet = *value++;
    for (std::size_t a = 0; a < axes.by.size(); ++a) place.by.push_back(*value++);
    if (!axes.x.empty() && value != row.by.end()) place.x = *value;
    place.row = &row;
    place.runs = std::move(settings.all[r].runs);
    dealt.rows.push_back(std::move(place));
  }
  return dealt;
}

Chart begin_chart(const record::StudyRuns& runs, const ChartRequest& request,
                  const ChartAxes& axes) {
  Chart chart;
  chart.kind = request.kind;
  chart.title = request.title;
  chart.x = request.x;
  if (!axes.x.empty()) chart.x.name = axes.x;
  chart.x.is_log = request.is_log_x;
  chart.y = {runs.metrics[0].name, runs.metrics[0].units, request.is_log_y, {}, {}};
  chart.facet = axes.facet;
  chart.by = axes.by;
  return chart;
}

ChartPanel& panel_of(Chart& chart, const record::SqlValue& facet) {
  for (ChartPanel& panel : chart.panels) {
    if (is_same(panel.facet, facet)) return panel;
  }
  ChartPanel& panel = chart.panels.emplace_back();
  panel.title = panel_title(chart.facet, facet);
  panel.facet = facet;
  return panel;
}

ChartSeries& series_of(Chart& chart, ChartPanel& panel, const std::vector<record::SqlValue>& by,
                       ChartSource source) {
  for (ChartSeries& series : panel.series) {
    if (series.by == by && series.source == source) return series;
  }
  ChartSeries& series = panel.series.emplace_back();
  series.name = setting_name(chart.by, by);
  if (source == ChartSource::survivors) {
    series.name += series.name.empty() ? "some diverged" : ", some diverged";
  }
  series.by = by;
  series.source = source;
  return series;
}

void add_note(Chart& chart, std::string note) {
  if (!note.empty()) chart.notes.push_back(std::move(note));
}

void drop_off_log(Chart& chart) {
  std::size_t dropped = 0;
  bool is_cut = false;
  for (ChartPanel& panel : chart.panels) {
    for (ChartSeries& series : panel.series) {
      dropped += std::erase_if(series.points, [&](const ChartPoint& point) {
        return (chart.x.is_log && point.x <= 0) || (chart.y.is_log && point.y <= 0);
      });
      for (const ChartPoint& point : series.points) {
        is_cut |= (chart.y.is_log && point.low <= 0) || (chart.x.is_log && point.x_low <= 0);
      }
    }
  }
  if (dropped > 0) {
    chart.notes.push_back(
        counted(static_cast<std::int64_t>(dropped), dropped == 1 ? "point" : "points") +
        " at or below 0 cannot stand on a logarithmic axis.");
  }
  if (is_cut) chart.notes.emplace_back("Intervals that reach 0 or below end at the axis.");
}

void finish_series(Chart& chart) {
  constexpr std::size_t most_named = 4;
  std::vector<std::vector<record::SqlValue>> seen;
  std::string empty;
  std::size_t unnamed = 0, named = 0;
  std::size_t hidden = 0;
  for (ChartPanel& panel : chart.panels) {
    for (const ChartSeries& series : panel.series) {
      if (!series.points.empty()) continue;
      if (++named > most_named) {
        ++unnamed;
        continue;
      }
      const std::string joint = panel.title.empty() || series.name.empty() ? "" : ", ";
      empty += (empty.empty() ? "" : "; ") + panel.title + joint + series.name;
    }
    std::erase_if(panel.series, [](const ChartSeries& s) { return s.points.empty(); });
    if (panel.series.size() > kMostSeries) {
      hidden += panel.series.size() - kMostSeries;
      panel.series.resize(kMostSeries);
    }
    for (ChartSeries& series : panel.series) {
      const auto known = std::find(seen.begin(), seen.end(), series.by);
      series.look = static_cast<std::size_t>(known - seen.begin());
      if (known == seen.end()) seen.push_back(series.by);
    }
  }
  std::erase_if(chart.panels, [](const ChartPanel& p) { return p.series.empty(); });
  if (unnamed > 0) empty += "; and " + std::to_string(unnamed) + " more";
  if (!empty.empty()) chart.notes.push_back("Without a value to draw: " + empty + ".");
  if (hidden > 0) {
    chart.notes.push_back("A panel shows " + std::to_string(kMostSeries) + " series; " +
                          std::to_string(hidden) +
                          " more are not drawn: choose with --where, --by, --over or --facet.");
  }
  if (chart.panels.size() > kMostPanels) {
    chart.notes.push_back(std::to_string(chart.panels.size() - kMostPanels) + " of " +
                          std::to_string(chart.panels.size()) +
                          " panels are not drawn: choose with --where.");
    chart.panels.resize(kMostPanels);
  }
}

void set_interval(ChartPoint& point, const Estimate& estimate, Band band) {
  if (band == Band::none || estimate.n < 2) return;
  const bool is_range = band == Band::min_max;
  point.low = is_range ? estimate.min : estimate.low;
  point.high = is_range ? estimate.max : estimate.high;
}

std::string mean_note(Band band, std::int64_t least_n, std::int64_t most_n, record::Scale scale) {
  const bool is_geometric = scale == record::Scale::positive && most_n > 1;
  std::string text = is_geometric ? "Geometric mean over replicates" : "Mean over replicates";
  if (band == Band::interval && most_n > 1) text += " with the 95 % interval of Student's t";
  if (band == Band::min_max && most_n > 1) text += ", from the least to the greatest of them";
  text += ", n = " + std::to_string(least_n);
  if (most_n != least_n) text += " to " + std::to_string(most_n);
  return text + ".";
}

std::string chains_note(const Comparison& comparison) {
  const auto count =
      std::count_if(comparison.rows.begin(), comparison.rows.end(), has_disagreement);
  if (count == 0) return "";
  return "In " + std::to_string(count) + " of " + std::to_string(comparison.rows.size()) +
         " settings chains disagree (R-hat above 1.01).";
}

std::string left_out_note(const Comparison& comparison) {
  std::int64_t diverged = 0, failed = 0;
  for (const ComparisonRow& row : comparison.rows) {
    diverged += row.diverged;
    failed += row.failed;
  }
  if (diverged == 0 && failed == 0) return "";
  std::string text = "Left out: ";
  if (diverged > 0) text += counted(diverged, diverged == 1 ? "run" : "runs") + " that diverged";
  if (failed > 0) {
    text += diverged > 0 ? ", " : "";
    text += counted(failed, failed == 1 ? "run" : "runs") + " that failed";
  }
  return text + ".";
}

}  // namespace skald::report
