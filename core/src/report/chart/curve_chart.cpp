#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <string>
#include <utility>

#include "report/chart/chart_request.hpp"
#include "report/chart/dealt_settings.hpp"
#include "report/chart/paper_symbols.hpp"
#include "report/compare.hpp"
#include "text/number_text.hpp"

namespace skald::report {
namespace {

using Run = record::StudyRuns::Run;
using Recorded = std::vector<std::vector<RecordedPoint>>;  // one vector per run

// What the notes report.
struct Findings {
  std::int64_t least_n = std::numeric_limits<std::int64_t>::max();
  std::int64_t most_n = 0;
  std::int64_t non_finite = 0;  // recorded values that are not finite
  std::int64_t uncommon = 0;    // records at iterations that some run lacks
  double widest_x = 0;          // half the range of x over replicates, relative to x
  std::vector<std::string> drops;
  std::vector<std::string> ends;  // series that end with the shortest of their runs
  bool restarts = false;          // averages start anew on the way
};

// Returns the iterations at which every run that came so far has a record. Counts all other
// records in `uncommon`.
std::vector<std::int64_t> common_iterations(const Recorded& recorded, std::int64_t& uncommon) {
  std::map<std::int64_t, std::int64_t> records;
  std::vector<std::int64_t> lengths;
  lengths.reserve(recorded.size());
  for (const auto& run : recorded) {
    for (const RecordedPoint& point : run) ++records[point.iteration];
    if (!run.empty()) lengths.push_back(run.back().iteration);
  }
  std::sort(lengths.begin(), lengths.end());
  std::vector<std::int64_t> iterations;
  iterations.reserve(records.size());
  for (const auto& [iteration, count] : records) {
    const auto ended = std::lower_bound(lengths.begin(), lengths.end(), iteration);
    if (count == std::distance(ended, lengths.end())) {
      iterations.push_back(iteration);
    } else {
      uncommon += count;
    }
  }
  return iterations;
}

// Leaves the iterations that the shortest run has reached: beyond it, a mean would be one of those
// that happened to last longer. Returns whether any is longer.
bool end_with_shortest(const Recorded& recorded, std::vector<std::int64_t>& iterations) {
  std::int64_t shortest = std::numeric_limits<std::int64_t>::max(), longest = 0;
  for (const auto& run : recorded) {
    if (run.empty()) continue;
    shortest = std::min(shortest, run.back().iteration);
    longest = std::max(longest, run.back().iteration);
  }
  std::erase_if(iterations, [shortest](std::int64_t i) { return i > shortest; });
  return shortest < longest;
}

bool is_by_iteration(const Recorded& recorded) {
  return std::all_of(recorded.begin(), recorded.end(), [](const auto& run) {
    return std::all_of(run.begin(), run.end(), [](const RecordedPoint& point) {
      return point.x == static_cast<double>(point.iteration);
    });
  });
}

// Whether x is finite and never falls along a run, as costs do.
bool is_rising(const Recorded& recorded) {
  return std::all_of(recorded.begin(), recorded.end(), [](const auto& run) {
    return std::all_of(run.begin(), run.end(),
                       [](const RecordedPoint& point) { return std::isfinite(point.x); }) &&
           std::is_sorted(run.begin(), run.end(),
                          [](const auto& a, const auto& b) { return a.x < b.x; });
  });
}

// Where averages start anew: between these, some runs have done so and others have not, or a line
// between two records of a run would lead through. NaN unless all of them do.
struct Restart {
  double before = kNotANumber, after = kNotANumber;

  bool hides(double x) const { return before < x && x < after; }
};

Restart restart_between(const std::string& metric, const std::vector<const Run*>& setting,
                        const Recorded& recorded) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Restart restart{infinity, -infinity};
  for (std::size_t r = 0; r < recorded.size(); ++r) {
    if (recorded[r].empty()) continue;
    const auto iteration = restart_of(*setting[r], metric);
    if (!iteration) return {};
    const auto after =
        std::upper_bound(recorded[r].begin(), recorded[r].end(), *iteration,
                         [](std::int64_t i, const RecordedPoint& p) { return i < p.iteration; });
    if (after == recorded[r].begin() || after == recorded[r].end()) return {};
    restart.before = std::min(restart.before, std::prev(after)->x);
    restart.after = std::max(restart.after, after->x);
  }
  return restart;
}

// Returns, instead of the runs' records at equal iterations, their values at equal x: where, on
// average, the iterations are, within what all runs have, and not where averages start anew.
// `iterations` numbers them. If they have no x in common, the records are as they were.
Recorded at_equal_x(const Recorded& recorded, const Restart& restart,
                    std::vector<std::int64_t>& iterations) {
  double first = -std::numeric_limits<double>::infinity(), last = -first;
  for (const auto& run : recorded) {
    if (run.empty()) continue;
    first = std::max(first, run.front().x);
    last = std::min(last, run.back().x);
  }
  if (last < first) return recorded;
  std::vector<double> places;
  for (const std::int64_t iteration : iterations) {
    double sum = 0, n = 0;
    for (const auto& run : recorded) {
      const auto found =
          std::lower_bound(run.begin(), run.end(), iteration,
                           [](const RecordedPoint& p, std::int64_t i) { return p.iteration < i; });
      if (found == run.end()) continue;
      sum += found->x;
      n += 1;
    }
    const double place = std::clamp(sum / n, first, last);
    if (restart.hides(place)) continue;
    if (places.empty() || places.back() < place) places.push_back(place);
  }
  if (!places.empty() && places.back() < last && !restart.hides(last)) places.push_back(last);
  iterations.clear();
  Recorded aligned(recorded.size());
  for (std::size_t k = 0; k < places.size(); ++k) {
    iterations.push_back(static_cast<std::int64_t>(k));
    for (std::size_t r = 0; r < recorded.size(); ++r) {
      if (recorded[r].empty()) continue;
      RecordedPoint point = interpolated(recorded[r], places[k]);
      point.iteration = iterations.back();
      aligned[r].push_back(point);
    }
  }
  return aligned;
}

// Returns the scale for all points of a setting.
record::Scale curve_scale(const record::StudyRuns& runs, const Recorded& recorded) {
  if (runs.metrics.front().scale != record::Scale::positive) return runs.metrics.front().scale;
  const bool has_zero = std::any_of(recorded.begin(), recorded.end(), [](const auto& run) {
    return std::any_of(run.begin(), run.end(), [](const RecordedPoint& p) { return p.y <= 0; });
  });
  return has_zero ? record::Scale::real : record::Scale::positive;
}

// Returns the runs of a setting with three metrics per iteration: y, x and the exact value of y.
record::StudyRuns widened(const record::StudyRuns& runs, const std::vector<const Run*>& setting,
                          const Recorded& recorded, const std::vector<std::int64_t>& iterations,
                          std::int64_t& non_finite) {
  record::StudyRuns wide;
  wide.axes = runs.axes;
  wide.metrics.resize(3 * iterations.size());
  const record::Scale scale = curve_scale(runs, recorded);
  for (std::size_t i = 0; i < iterations.size(); ++i) {
    wide.metrics[3 * i].scale = wide.metrics[3 * i + 2].scale = scale;
  }
  wide.runs.reserve(setting.size());
  for (std::size_t r = 0; r < setting.size(); ++r) {
    Run run = *setting[r];
    run.metrics.assign(3 * iterations.size(), kNotANumber);
    auto place = iterations.begin();
    for (const RecordedPoint& point : recorded[r]) {
      const bool is_finite = std::isfinite(point.x) && std::isfinite(point.y);
      non_finite += !is_finite;
      place = std::lower_bound(place, iterations.end(), point.iteration);
      if (place == iterations.end() || *place != point.iteration) continue;
      const auto column = 3 * static_cast<std::size_t>(place - iterations.begin());
      run.metrics[column + 2] = point.exact;
      if (!is_finite) continue;
      run.metrics[column] = point.y;
      run.metrics[column + 1] = point.x;
    }
    wide.runs.push_back(std::move(run));
  }
  return wide;
}

void look_at_n(const ChartSeries& series, const std::vector<std::int64_t>& at, Findings& found) {
  if (series.points.empty()) return;
  for (const ChartPoint& point : series.points) {
    found.least_n = std::min(found.least_n, point.n);
    found.most_n = std::max(found.most_n, point.n);
  }
  const std::int64_t first = series.points.front().n;
  const auto drop = std::find_if(series.points.begin(), series.points.end(),
                                 [first](const ChartPoint& p) { return p.n < first; });
  if (drop == series.points.end()) return;
  const auto place = static_cast<std::size_t>(drop - series.points.begin());
  const std::string name = series.name.empty() ? "n" : series.name + ": n";
  found.drops.push_back(name + " falls from " + std::to_string(first) + " to " +
                        std::to_string(drop->n) + " at iteration " + std::to_string(at[place]));
}

// Adds the points of a setting to `series` and, if exact values were requested, those to `exact`.
void add_setting(const record::StudyRuns& runs, const ChartRequest& request, ChartSeries& series,
                 ChartSeries& exact, const std::vector<const Run*>& setting, Findings& found) {
  Recorded recorded;
  recorded.reserve(setting.size());
  for (const Run* run : setting) {
    const bool is_ok = run->status == record::RunStatus::ok;
    recorded.push_back(is_ok ? request.points(run->id) : std::vector<RecordedPoint>{});
  }
  std::vector<std::int64_t> iterations = common_iterations(recorded, found.uncommon);
  const bool has_longer = end_with_shortest(recorded, iterations);
  if (iterations.empty()) return;
  if (has_longer) found.ends.push_back(series.name.empty() ? "all" : series.name);
  const bool rises = is_rising(recorded);
  const std::string& metric = runs.metrics.front().name;
  const Restart restart = rises ? restart_between(metric, setting, recorded) : Restart{};
  if (!is_by_iteration(recorded) && rises) recorded = at_equal_x(recorded, restart, iterations);
  const Comparison comparison =
      compare(widened(runs, setting, recorded, iterations, found.non_finite),
              {.by = {}, .over = request.over});
  std::vector<std::int64_t> at;
  at.reserve(iterations.size());
  for (std::size_t i = 0; i < iterations.size(); ++i) {
    const Estimate& y = comparison.rows[0].estimates[3 * i];
    const Estimate& x = comparison.rows[0].estimates[3 * i + 1];
    const Estimate& true_y = comparison.rows[0].estimates[3 * i + 2];
    if (y.n > 0) {
      ChartPoint& point = series.points.emplace_back();
      point.x = x.mean;
      point.y = y.mean;
      point.n = y.n;
      set_interval(point, y, request.band);
      const std::size_t drawn = series.points.size();
      point.starts_anew =
          drawn > 1 && point.x > restart.before && series.points[drawn - 2].x <= restart.before;
      found.restarts |= point.starts_anew;
      at.push_back(iterations[i]);
      if (x.mean != 0) {
        found.widest_x = std::max(found.widest_x, (x.max - x.min) / 2 / std::abs(x.mean));
      }
    }
    if (true_y.n > 0 && x.n > 0) {
      ChartPoint& point = exact.points.emplace_back();
      point.x = x.mean;
      point.y = true_y.mean;
    }
  }
  look_at_n(series, at, found);
}

std::string listed(const std::vector<std::string>& drops) {
  constexpr std::size_t most = 4;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, drops.size()); ++i) {
    text += (i == 0 ? "" : "; ") + drops[i];
  }
  if (drops.size() > most) text += "; and in " + std::to_string(drops.size() - most) + " more";
  return text + ".";
}

void add_notes(Chart& chart, const ChartRequest& request, const Findings& found,
               const Comparison& comparison) {
  if (found.most_n > 0) {
    chart.notes.push_back(
        mean_note(request.band, found.least_n, found.most_n, comparison.metrics.front().scale));
  }
  if (found.restarts) {
    chart.notes.push_back("Lines are broken where averages start anew, after the burn-in.");
  }
  if (!found.ends.empty()) {
    chart.notes.push_back("Lines end where the first of their runs does: " + listed(found.ends));
  }
  if (!found.drops.empty()) {
    chart.notes.push_back("Not all runs have a value everywhere: " + listed(found.drops));
  }
  add_note(chart, settings_chains_note(comparison));
  add_note(chart, settings_silence_note(comparison));
  add_note(chart, left_out_note(comparison));
  if (found.non_finite > 0) {
    chart.notes.push_back(std::to_string(found.non_finite) +
                          (found.non_finite == 1 ? " recorded value is" : " recorded values are") +
                          " not finite and not drawn.");
  }
  if (found.uncommon > 0) {
    chart.notes.push_back(text::counted(found.uncommon, "record") +
                          " at iterations that not all runs of a setting have recorded "
                          "are not drawn.");
  }
  constexpr double noticeable = 0.005;
  if (found.widest_x > noticeable) {
    chart.notes.push_back(paper_symbol(chart.x.name) + " differs between replicates by up to ±" +
                          text::number_text(100 * found.widest_x, 2) +
                          " %: points stand at its mean.");
  }
}

// Returns whether the longest series is so many times as long as the shortest that, on a linear
// axis, the shortest would shrink to a mark at the edge.
bool differs_in_length(const Chart& chart) {
  constexpr double many = 20;
  double least = std::numeric_limits<double>::infinity(), most = 0;
  for (const ChartPanel& panel : chart.panels) {
    for (const ChartSeries& series : panel.series) {
      if (series.points.empty()) continue;
      if (series.points.front().x <= 0) return false;
      least = std::min(least, series.points.back().x);
      most = std::max(most, series.points.back().x);
    }
  }
  return most >= many * least;
}

Chart curve_chart(const record::StudyRuns& runs, const ChartRequest& request) {
  const ChartAxes axes = choose_axes(runs, request, "");
  const DealtSettings dealt = deal(runs, request, axes);
  Chart chart = begin_chart(runs, request, axes);
  Findings found;
  for (const DealtRow& row : dealt.rows) {
    ChartPanel& panel = panel_of(chart, row.facet);
    ChartSeries series, exact;
    series.by = exact.by = row.by;
    series.name = setting_name(chart.by, row.by);
    if (row.row->diverged > 0) {
      series.source = ChartSource::survivors;
      series.name += (series.name.empty() ? "" : ", ") + std::to_string(row.row->diverged) +
                     " of " + std::to_string(row.row->runs) + " diverged";
    }
    exact.name = series.name.empty() ? "exact" : series.name + ", exact";
    exact.source = ChartSource::exact;
    add_setting(runs, request, series, exact, row.runs, found);
    panel.series.push_back(std::move(series));
    if (request.has_exact && !exact.points.empty()) panel.series.push_back(std::move(exact));
  }
  add_notes(chart, request, found, dealt.comparison);
  if (request.may_choose_log && differs_in_length(chart)) chart.x.is_log = true;
  choose_log_y(chart, request);
  drop_off_log(chart);
  finish_series(chart, request, runs.metrics.front().better);
  return chart;
}

}  // namespace

// One series per setting, which ends where its shortest run does: beyond, the mean would be one of
// survivors. Points are at the iterations at which every run has a record; if x is something else
// that never falls along a run, such as a cost, runs are interpolated to equal x. Each point is
// computed by compare() from the values there, so for runs of equal length the last point equals
// the final value shown by `compare`. Where x falls, x is the mean over the same replicates. Runs
// that diverged or failed are left out. The notes report these, values that are not finite, records
// that not all runs have, and points where n is smaller.
const ChartKind ChartKind::curve{.name = "curve",
                                 .words = "a curve",
                                 .x = ChartX::along,
                                 .marks = ChartMarks::lines,
                                 .needs_runs = true,
                                 .has_exact = true,
                                 .has_published = true,
                                 .make = curve_chart};

}  // namespace skald::report
