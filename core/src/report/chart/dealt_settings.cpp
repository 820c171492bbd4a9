#include "report/chart/dealt_settings.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "report/chart/look.hpp"
#include "report/decide/competition.hpp"
#include "report/settings.hpp"
#include "text/number_text.hpp"

namespace skald::report {
namespace {

constexpr std::size_t kEasyPanels = 9;

// Returns the most settings, as distinguished by the axes `by`, that have a value of the axis
// `facet` in common.
std::size_t count_settings(const record::StudyRuns& runs, const std::vector<std::string>& by,
                           const std::string& facet) {
  std::map<record::SqlValue, std::set<std::vector<record::SqlValue>>> settings;
  std::size_t most = 0;
  for (const auto& run : runs.runs) {
    std::vector<record::SqlValue> of_run;
    of_run.reserve(by.size());
    for (const auto& axis : by) of_run.push_back(run.axes[axis_index(runs, axis)]);
    auto& of_panel =
        settings[facet.empty() ? record::SqlValue() : run.axes[axis_index(runs, facet)]];
    of_panel.insert(std::move(of_run));
    most = std::max(most, of_panel.size());
  }
  return most;
}

// Returns an axis whose values divide many series among panels: one that all settings have, with as
// few lines beyond kEasySeries as possible, and then as few panels; "" if none is needed.
std::string natural_facet(const record::StudyRuns& runs, const std::vector<std::string>& by) {
  if (by.size() < 2 || count_settings(runs, by, "") <= kEasySeries) return "";
  std::string facet;
  std::tuple<bool, std::size_t, std::size_t> least;
  for (const auto& axis : by) {
    const auto values = values_of(runs, axis);
    if (values.size() < 2 || values.size() > kEasyPanels) continue;
    const bool has_gaps = std::holds_alternative<std::monostate>(values.front());
    const std::tuple here{has_gaps, std::max(kEasySeries, count_settings(runs, by, axis)),
                          values.size()};
    if (facet.empty() || here < least) {
      facet = axis;
      least = here;
    }
  }
  return facet;
}

using text::counted;

using SeriesBy = std::vector<record::SqlValue>;
using Ranked = std::vector<const SeriesBy*>;

bool is_empty(const ChartSeries& series) {
  return series.points.empty() && series.diverged.empty();
}
void erase_empty(ChartPanel& panel) { std::erase_if(panel.series, is_empty); }

// Removes empty series and panels, and notes which.
void note_empty(Chart& chart) {
  constexpr std::size_t most_named = 4;
  std::string names;
  std::size_t count = 0;
  for (ChartPanel& panel : chart.panels) {
    for (const ChartSeries& series : panel.series) {
      if (!is_empty(series) || ++count > most_named) continue;
      const std::string joint = panel.title.empty() || series.name.empty() ? "" : ", ";
      names += (names.empty() ? "" : "; ") + panel.title + joint + series.name;
    }
    erase_empty(panel);
  }
  std::erase_if(chart.panels, [](const ChartPanel& p) { return p.series.empty(); });
  if (count > most_named) names += "; and " + std::to_string(count - most_named) + " more";
  if (!names.empty()) chart.notes.push_back("Without a value to draw: " + names + ".");
}

// Returns the merit of a line at its end, of single points that of the best.
double series_merit(const ChartKind& kind, const ChartSeries& series, record::Better better) {
  double best = -std::numeric_limits<double>::infinity();
  if (series.points.empty() || series.source != ChartSource::runs) return best;
  if (better == record::Better::none) return 0;
  if (kind.marks == ChartMarks::lines) return merit_of(series.points.back().y, better);
  for (const ChartPoint& point : series.points) best = std::max(best, merit_of(point.y, better));
  return best;
}

// Returns the settings of a panel from the best to the worst, but first the best for each value of
// the first axis by which series differ.
Ranked ranked_series(const Chart& chart, const ChartPanel& panel, record::Better better) {
  std::vector<const ChartSeries*> ranked;
  for (const ChartSeries& series : panel.series) {
    if (series.source != ChartSource::exact) ranked.push_back(&series);
  }
  std::stable_sort(ranked.begin(), ranked.end(), [&](const auto* a, const auto* b) {
    return series_merit(*chart.kind, *a, better) > series_merit(*chart.kind, *b, better);
  });
  std::set<record::SqlValue> families;
  std::stable_partition(ranked.begin(), ranked.end(), [&](const ChartSeries* series) {
    return !series->by.empty() && families.insert(series->by.front()).second;
  });
  Ranked settings;
  for (const ChartSeries* series : ranked) {
    const bool is_known = std::any_of(settings.begin(), settings.end(),
                                      [&](const SeriesBy* by) { return *by == series->by; });
    if (!is_known) settings.push_back(&series->by);
  }
  return settings;
}

// Gives each setting a look, the same in all panels unless another one of its panel has that; grey
// ones come last, as only pages that show them on demand need theirs.
void assign_looks(Chart& chart) {
  std::vector<SeriesBy> seen;
  std::vector<std::map<std::size_t, SeriesBy>> taken(chart.panels.size());
  for (const bool is_faint : {false, true}) {
    for (std::size_t p = 0; p < chart.panels.size(); ++p) {
      for (ChartSeries& series : chart.panels[p].series) {
        if (series.is_faint != is_faint) continue;
        const auto known = std::find(seen.begin(), seen.end(), series.by);
        series.look = static_cast<std::size_t>(known - seen.begin());
        if (known == seen.end()) seen.push_back(series.by);
        const auto is_taken = [&](std::size_t look) {
          const auto other = taken[p].find(look % kLooks);
          return other != taken[p].end() && other->second != series.by;
        };
        for (std::size_t look = 0; look < kLooks && is_taken(series.look); ++look) {
          series.look = look;
        }
        taken[p].emplace(series.look % kLooks, series.by);
      }
    }
  }
}

// Returns what to do for settings that are grey or not drawn.
std::string hint_of(const Chart& chart, std::size_t faint, std::size_t hidden) {
  if (faint + hidden == 0) return "";
  std::string text = counted(faint + hidden, "setting") + (faint + hidden == 1 ? " is " : " are ") +
                     (faint == 0    ? "not drawn"
                      : hidden == 0 ? "grey"
                                    : "grey or not drawn") +
                     ": --where chooses settings";
  if (chart.facet.empty()) return text + ", --facet an axis for panels";
  return text + ", --facet another axis than " + chart.facet + " for panels";
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
  std::tuple<bool, bool, std::size_t> most;
  for (const auto& axis : axes) {
    const std::size_t index = axis_index(runs, axis);
    const auto set = static_cast<std::size_t>(
        std::count_if(runs.runs.begin(), runs.runs.end(), [index](const auto& run) {
          return !std::holds_alternative<std::monostate>(run.axes[index]);
        }));
    const auto values = values_of(runs, axis);
    const auto numbers =
        static_cast<std::size_t>(std::count_if(values.begin(), values.end(), is_finite_number));
    const std::tuple here{4 * set >= 3 * runs.runs.size(), numbers > 1, values.size()};
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
  std::vector<std::string> by = axes.by;
  if (!axes.facet.empty()) by.insert(by.begin(), axes.facet);
  if (!axes.x.empty()) by.push_back(axes.x);
  Settings settings = settings_of(runs, by, request.over);
  DealtSettings dealt{compare_settings(runs, settings), {}};
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
  const record::MetricRecord& metric = runs.metrics[0];
  chart.y = {metric.name, metric.units, request.is_log_y, {}, {}, 0, 0, metric.scale};
  chart.facet = axes.facet;
  chart.by = axes.by;
  return chart;
}

ChartPanel& panel_of(Chart& chart, const record::SqlValue& facet) {
  for (ChartPanel& panel : chart.panels) {
    if (is_same(panel.facet, facet)) return panel;
  }
  ChartPanel& panel = chart.panels.emplace_back();
  if (!chart.facet.empty()) panel.title = setting_name({chart.facet}, {facet});
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
    chart.notes.push_back(counted(dropped, "point") +
                          " at or below 0 cannot stand on a logarithmic axis.");
  }
  if (is_cut) chart.notes.emplace_back("Intervals that reach 0 or below end at the axis.");
}

void choose_log_y(Chart& chart, const ChartRequest& request) {
  if (!request.may_choose_log || chart.y.scale != record::Scale::positive) return;
  if (chart.kind->marks == ChartMarks::bars) return;
  double least = std::numeric_limits<double>::infinity(), most = 0;
  for (const ChartPanel& panel : chart.panels) {
    for (const ChartSeries& series : panel.series) {
      for (const ChartPoint& point : series.points) {
        least = std::min(least, point.y);
        most = std::max(most, point.y);
      }
    }
  }
  if (least > 0 && most >= kManyTimes * least) chart.y.is_log = true;
}

void finish_series(Chart& chart, const ChartRequest& request, record::Better better) {
  note_empty(chart);
  const bool is_chosen = !request.by.empty() || chart.kind->marks == ChartMarks::crosses;
  std::size_t faint = 0, hidden = 0;
  for (ChartPanel& panel : chart.panels) {
    const Ranked ranked = ranked_series(chart, panel, better);
    for (std::size_t place = 0; place < ranked.size(); ++place) {
      const bool is_hidden = place >= kMostSeries;
      const bool is_faint = !is_chosen && place >= kEasySeries;
      if (!is_hidden && !is_faint) continue;
      ++(is_hidden ? hidden : faint);
      for (ChartSeries& series : panel.series) {
        if (series.by != *ranked[place]) continue;
        const bool has_place = !is_hidden && series.source != ChartSource::exact;
        series.is_faint = true;
        if (!has_place) series.points.clear(), series.diverged.clear();
      }
    }
    erase_empty(panel);
    std::stable_partition(panel.series.begin(), panel.series.end(),
                          [](const ChartSeries& series) { return series.is_faint; });
  }
  assign_looks(chart);
  chart.hint = hint_of(chart, faint, hidden);
  if (hidden > 0) {
    chart.notes.push_back("Not drawn: " + counted(hidden, "setting") + ", the worst of " +
                          (chart.panels.size() > 1 ? "their panels." : "all."));
  }
  if (chart.panels.size() > kMostPanels) {
    chart.notes.push_back(std::to_string(chart.panels.size() - kMostPanels) + " of " +
                          text::counted(chart.panels.size(), "panel") +
                          " are not drawn: choose with --where.");
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

std::string settings_chains_note(const Comparison& comparison) {
  using State = record::Diagnosis::State;
  const auto& metrics = comparison.metrics;
  if (std::none_of(metrics.begin(), metrics.end(), rests_on_chains)) return "";
  const auto count = [&](State state) {
    return std::count_if(comparison.rows.begin(), comparison.rows.end(), [&](const auto& row) {
      return row.chains && row.chains->state() == state;
    });
  };
  const auto bad = count(State::bad), unknown = count(State::unknown);
  if (bad + unknown == 0) return "";
  std::string text = "Of " +
                     counted(bad + unknown + count(State::good), "setting that averages draws",
                             "settings that average draws") +
                     ", ";
  if (bad > 0) text += counted(bad, "has", "have") + " chains that disagree (R-hat above 1.01)";
  if (bad > 0 && unknown > 0) text += ", and ";
  if (unknown > 0) text += "of " + std::to_string(unknown) + " it is not known whether they agree";
  return text + ".";
}

std::string left_out_note(const Comparison& comparison) {
  std::int64_t diverged = 0, failed = 0, lost = 0;
  for (const ComparisonRow& row : comparison.rows) {
    diverged += row.diverged;
    failed += row.failed;
    lost += row.diverged > 0 && row.diverged == row.runs;
  }
  if (diverged == 0 && failed == 0) return "";
  std::string text = "Left out: ";
  if (diverged > 0) text += counted(diverged, "run") + " that diverged";
  if (diverged > 0 && failed > 0) text += ", ";
  if (failed > 0) text += counted(failed, "run") + " that failed";
  if (lost > 0) text += ", all of " + counted(lost, "setting");
  return text + ".";
}

std::string settings_silence_note(const Comparison& comparison) {
  std::int64_t runs = 0;
  for (const ComparisonRow& row : comparison.rows) runs += row.silent;
  if (runs == 0) return "";
  return "In " + counted(runs, "run") + " no client has ever reported: nothing has moved there.";
}

}  // namespace skald::report
